import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { publishedRound } from '../../../tests/support/publishedRound.ts';
import { quicknet } from './beacon.ts';
import { checkRounds } from './checkMonth.ts';

const sha256 = (hex: string) => createHash('sha256').update(hex, 'hex').digest('hex');
/** Seeds of a chain: each is SHA-256 of the next. */
const chainOf = (last: string) => [3, 2, 1].reduce<string[]>((seeds) => [sha256(seeds[0] ?? ''), ...seeds], [last]);
const [s0 = '', s1 = '', s2 = ''] = chainOf('aa'.repeat(32));
const [t0 = '', t1 = ''] = chainOf('bb'.repeat(32));
const [chain, next] = [s0, t0].map((anchor) => `sapreHalf-${anchor.slice(0, 16)}`) as [string, string];
const published = await publishedRound();
const round = (number: number, chainId: string, chainIndex: number, commitment: string, seed: string) => ({
  ...published,
  gameId: `sapreHalf-20260101${String(number).padStart(4, '0')}`,
  drawVersion: 'colour-pf/1',
  number,
  chainId,
  chainIndex,
  commitment,
  seed,
});
const [first, second, third] = [round(1, chain, 1, s0, s1), round(2, chain, 2, s1, s2), round(3, next, 1, t0, t1)];

// oxlint-disable-next-line typescript/require-await -- as files are read
async function* lines<Line>(of: readonly Line[]): AsyncGenerator<Line> {
  yield* of;
}
async function follow(...rounds: object[]): Promise<(boolean | null)[]> {
  const found = [];
  for await (const { follows } of checkRounds(lines(rounds), null, { chain: quicknet, log: null })) found.push(follows);
  return found;
}

it('follows a chain from round to round, and from its end to the next chain', async () => {
  expect(await follow(first, second, third)).toEqual([true, true, true]);
  // What was before a file's first round is not known.
  expect(await follow(second, third)).toEqual([null, true]);
});

it.each([
  ['a round is left out', { ...second, number: 3 }],
  ['a seed of the chain is left out', { ...second, chainIndex: 3 }],
  ['it was committed to another seed', { ...second, commitment: s2 }],
  ['a chain begins that is not named after its first seed', { ...third, number: 2, commitment: s1 }],
  ['a chain begins in its middle', { ...third, number: 2, chainIndex: 2 }],
  ['a chain begins that has no name', { ...third, number: 2, chainId: 'sapreHalf-' }],
  ['a chain begins with a part of a name', { ...third, number: 2, chainId: next.slice(0, -1) }],
])('does not where %s', async (_, changed) => {
  expect(await follow(first, changed)).toEqual([true, false]);
});

it('begins with a chain that is named after its first seed', async () => {
  expect(await follow({ ...first, chainId: next })).toEqual([false]);
});
