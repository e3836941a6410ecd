import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { continues, type FetchTile, type LogHead, parseLogHead } from './publicLog.ts';

const sha256 = (...parts: Uint8Array[]) => parts.reduce((h, part) => h.update(part), createHash('sha256')).digest();
/** RFC 6962, section 2.1. */
function mth(list: readonly string[]): Buffer {
  if (list.length <= 1) return sha256(Buffer.of(0), Buffer.from(list[0] ?? ''));
  let k = 1;
  while (k * 2 < list.length) k *= 2;
  return sha256(Buffer.of(1), mth(list.slice(0, k)), mth(list.slice(k)));
}
const entries = (count: number, fork = count) =>
  Array.from({ length: count }, (_, at) => (at < fork ? `${at}` : `x${at}`));
const headOf = (list: readonly string[]): LogHead => ({
  origin: 'rangoli.example/log',
  size: list.length,
  root: mth(list).toString('base64'),
});
/** The tiles of a list, by their definition. */
const tilesOf =
  (list: readonly string[]): FetchTile =>
  (path) => {
    const [, level = '', index = '', partial = '256'] = /^(\d+)\/([x\d/]+)(?:\.p\/(\d+))?$/.exec(path) ?? [];
    const span = 256 ** Number(level);
    const first = Number(index.replaceAll(/[x/]/g, '')) * 256;
    return Promise.resolve(
      Buffer.concat(
        Array.from({ length: Number(partial) }, (_, at) =>
          mth(list.slice((first + at) * span, (first + at + 1) * span)),
        ),
      ),
    );
  };

describe('a remembered checkpoint', () => {
  test.each([
    [1, 2],
    [3, 7],
    [6, 8],
    [255, 256],
    [256, 257],
    [300, 600],
    [512, 700],
    [700, 700],
  ])('of %s entries is continued by one of %s', async (before, after) => {
    const list = entries(after);
    expect(await continues(headOf(list.slice(0, before)), headOf(list), tilesOf(list))).toBe(true);
  });

  test.each([
    [1, 2],
    [7, 9],
    [300, 600],
    [512, 700],
    [700, 700],
  ])('of %s entries is not continued where one of them has changed', async (before, after) => {
    const forked = entries(after, before - 1);
    expect(await continues(headOf(entries(before)), headOf(forked), tilesOf(forked))).toBe(false);
    // Nor with tiles of the first log, which don't make up the second one's root.
    expect(await continues(headOf(entries(before)), headOf(forked), tilesOf(entries(after)))).toBe(false);
  });

  test('is not continued by a shorter log, or by another one', async () => {
    expect(await continues(headOf(entries(9)), headOf(entries(7)), tilesOf(entries(7)))).toBe(false);
    const other = { ...headOf(entries(9)), origin: 'other.example/log' };
    expect(await continues(headOf(entries(7)), other, tilesOf(entries(9)))).toBe(false);
  });

  test('is read from a signed note', () => {
    const { origin, size, root } = headOf(entries(7));
    expect(parseLogHead(`${origin}\n${size}\n${root}\n\n— a b\n`)).toEqual({ origin, size, root });
    for (const note of ['', 'a\n7\nshort\n', `a\n-1\n${root}\n`]) expect(parseLogHead(note)).toBeNull();
  });
});
