import { expect, it, vi } from 'vitest';
import { defaultMinFreeBytes, MeasuredSpace } from './measuredSpace.ts';

const log = { info: vi.fn(), warn: vi.fn() };

/** A file system of 1,000 blocks of a byte, of which the test sets the free ones. */
function spaceOf(minFreeBytes: number | undefined) {
  const disk = { free: 1_000 };
  const read = () => Promise.resolve({ bavail: disk.free, blocks: 1_000, bsize: 1 });
  return { disk, space: new MeasuredSpace({ folder: '/data', minFreeBytes, log, read }) };
}

it('is short below the minimum, and enough again only from a fifth above it on', async () => {
  const { disk, space } = spaceOf(100);
  const seen: [number, boolean][] = [];
  for (const free of [500, 100, 99, 100, 119, 120, 100]) {
    disk.free = free;
    await space.measure();
    seen.push([free, space.isShort]);
  }
  expect(seen).toEqual([
    [500, false],
    [100, false],
    [99, true],
    [100, true],
    [119, true],
    [120, false],
    [100, false],
  ]);
  expect([space.freeBytes, space.minFreeBytes]).toEqual([100, 100]);
});

it('is never short with 0', async () => {
  const { disk, space } = spaceOf(0);
  disk.free = 0;
  await space.measure();
  expect(space.isShort).toBe(false);
});

it('takes the smaller of 2 % and 500 MB where no minimum is set', async () => {
  expect([defaultMinFreeBytes(1_000), defaultMinFreeBytes(1e12)]).toEqual([20, 500_000_000]);
  const { disk, space } = spaceOf(undefined);
  disk.free = 19;
  await space.measure();
  expect(space.isShort).toBe(true);
});

it('keeps the last figure while the disk fails or does not answer, and asks it once at a time', async () => {
  let asked = 0;
  let answer: Promise<{ bavail: number; blocks: number; bsize: number }> = Promise.resolve({
    bavail: 5,
    blocks: 1_000,
    bsize: 1,
  });
  const read = () => {
    asked += 1;
    return answer;
  };
  const space = new MeasuredSpace({ folder: '/data', minFreeBytes: 10, log, read, answerMs: 1 });
  await space.measure();
  answer = Promise.reject(new Error('EIO'));
  await space.measure();
  expect([space.isShort, space.freeBytes]).toEqual([true, 5]);
  answer = new Promise(() => {});
  await space.measure();
  await space.measure();
  expect([space.isShort, asked]).toEqual([true, 3]);
});

it('measures again and again until it is stopped', async () => {
  const { disk, space } = spaceOf(100);
  const often = new MeasuredSpace({
    folder: '/data',
    minFreeBytes: 100,
    log,
    measureMs: 1,
    read: () => Promise.resolve({ bavail: disk.free, blocks: 1_000, bsize: 1 }),
  });
  await often.start();
  disk.free = 1;
  await vi.waitFor(() => expect(often.isShort).toBe(true));
  often.stop();
  expect(space.isShort).toBe(false);
});
