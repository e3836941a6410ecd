import { describe, expect, test } from 'vitest';
import { leadsTo } from '../../../web/lib/betReceipt.ts';
import { PathTree } from './pathTree.ts';
import { PART_LEAVES, RoundTree } from './roundTree.ts';
import { leafHash, TreeHash } from '../../../tests/support/treeHash.ts';

const leafOf = (number: number) => Buffer.from(`bet ${number}`);
/** Each third number is left out. */
const numbersOf = (size: number) => Array.from({ length: size }, (_, at) => 1 + at + Math.floor(at / 2));

function treeOf(numbers: readonly number[]): RoundTree {
  const parts = [];
  for (let at = 0; at < numbers.length; at += PART_LEAVES) {
    const part = numbers.slice(at, at + PART_LEAVES);
    const tree = new PathTree(part.map((number) => leafHash(leafOf(number)).toString('base64')));
    parts.push({ numbers: Uint32Array.from(part), tree });
  }
  return new RoundTree(parts);
}

describe('the tree of a round', () => {
  test.each([0, 1, 2, 3, 1_023, 1_024, 1_025, 2_001, 2_048, 2_049, 5_000])(
    'of %i bets has the root of the tree hash, and paths that lead to it',
    async (size) => {
      const numbers = numbersOf(size);
      const reference = new TreeHash();
      for (const number of numbers) reference.append(leafOf(number));
      const tree = treeOf(numbers);
      expect([tree.size, tree.root()]).toEqual([size, reference.root().toString('base64')]);
      const places = new Set([0, 1, size >> 1, PART_LEAVES - 1, PART_LEAVES, size - 2, size - 1]);
      for (const place of [...places].filter((one) => one >= 0 && one < size)) {
        const number = numbers[place] ?? 0;
        const inclusion = tree.inclusionOf(number);
        expect(inclusion).toMatchObject({ place, size });
        const leads = leadsTo(
          reference.root(),
          leafOf(number).toString('base64'),
          inclusion ?? { place, size, path: [] },
        );
        expect([number, await leads]).toEqual([number, true]);
      }
    },
  );

  test('has no path of a number that is left out', () => {
    const tree = treeOf(numbersOf(1_500));
    for (const number of [0, 3, 1_536, 2_250, 9_999])
      expect([number, tree.inclusionOf(number)]).toEqual([number, null]);
  });
});
