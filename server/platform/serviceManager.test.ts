import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serviceManager } from './serviceManager.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = { warn: vi.fn() };

function watched(env: Record<string, string>) {
  const sent: string[] = [];
  return { sent, manager: serviceManager(env, log, (assignments) => sent.push(...assignments)) };
}

test('nothing is sent outside a service manager', () => {
  const { sent, manager } = watched({});
  manager.ready('up');
  manager.stopping();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
});

test('ready, then a sign of life twice in the time of the watchdog, until it stops', () => {
  const { sent, manager } = watched({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '30000000' });
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
  manager.ready('up');
  expect(sent.splice(0)).toEqual(['READY=1', 'STATUS=up']);
  vi.advanceTimersByTime(30_000);
  expect(sent.splice(0)).toEqual(['WATCHDOG=1', 'WATCHDOG=1']);
  manager.stopping();
  expect(sent.splice(0)[0]).toBe('STOPPING=1');
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
});

test('without a watchdog nothing follows the readiness', () => {
  const { sent, manager } = watched({ NOTIFY_SOCKET: '/run/notify' });
  manager.ready('up');
  vi.advanceTimersByTime(600_000);
  expect(sent).toHaveLength(2);
});
