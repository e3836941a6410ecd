import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leadsTo } from '../../../web/lib/betReceipt.ts';
import { PathTree } from './pathTree.ts';
import { leafHash, TreeHash } from '../../../tests/support/treeHash.ts';

const leafOf = (at: number) => Buffer.from(`leaf ${at}`);
const treeOf = (size: number) =>
  new PathTree(Array.from({ length: size }, (_, at) => leafHash(leafOf(at)).toString('base64')));
const rootOf = (size: number) => {
  const tree = new TreeHash();
  for (let at = 0; at < size; at += 1) tree.append(leafOf(at));
  return tree.root();
};

describe('the tree with paths', () => {
  test('has the root of the tree hash at every size', () => {
    for (let size = 0; size < 70; size += 1) expect(treeOf(size).root()).toBe(rootOf(size).toString('base64'));
  });

  test('leads from each leaf to the root, by a verifier of its own, and from no other place or leaf', async () => {
    const places = fc.integer({ min: 1, max: 600 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
    await fc.assert(
      fc.asyncProperty(places, fc.nat(20), async ([size, place], spoilt) => {
        const [root, path] = [rootOf(size), treeOf(size).path(place)];
        const leads = (change: Partial<{ place: number; size: number; path: string[]; leaf: number }> = {}) => {
          const { leaf = place, ...inclusion } = change;
          return leadsTo(root, leafOf(leaf).toString('base64'), { place, size, path, ...inclusion });
        };
        expect(await leads()).toBe(true);
        expect(await leads({ leaf: place + 1 })).toBe(false);
        expect(await leads({ path: [...path, path[0] ?? root.toString('base64')] })).toBe(false);
        if (size === 1) return;
        expect(await leads({ place: (place + 1) % size })).toBe(false);
        expect(await leads({ path: path.slice(1) })).toBe(false);
        const at = spoilt % path.length;
        expect(await leads({ path: path.with(at, rootOf(size + 1).toString('base64')) })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
