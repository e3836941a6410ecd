import { describe, expect, it } from 'vitest';
import { RecentReadings } from './recentReadings.ts';

const MINUTE = 60_000;

describe('recent readings', () => {
  it('records a key once in 15 minutes', async () => {
    const readings = new RecentReadings();
    const recorded: string[] = [];
    const read = (key: string, at: number) => readings.once(key, at, () => Promise.resolve(void recorded.push(key)));
    await Promise.all([read('a', 0), read('a', 0), read('b', 0)]);
    await read('a', 15 * MINUTE - 1);
    expect(recorded).toEqual(['a', 'b']);
    await read('a', 15 * MINUTE);
    expect(recorded).toEqual(['a', 'b', 'a']);
  });

  it('rejects while recording fails, and tries again', async () => {
    const readings = new RecentReadings();
    await expect(readings.once('a', 0, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    let recorded = 0;
    await readings.once('a', 0, () => Promise.resolve(void (recorded += 1)));
    expect(recorded).toBe(1);
  });

  it('drops the oldest of more than 10,000', async () => {
    const readings = new RecentReadings();
    let recorded = 0;
    const read = (key: string) => readings.once(key, 0, () => Promise.resolve(void (recorded += 1)));
    for (let key = 0; key <= 10_000; key += 1) await read(String(key));
    await read('10000');
    expect(recorded).toBe(10_001);
    await read('0');
    expect(recorded).toBe(10_002);
  });
});
