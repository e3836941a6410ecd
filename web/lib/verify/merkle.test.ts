import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TileTree } from '../../../server/platform/tlog/proofs.ts';
import { TILE_WIDTH } from '../../../server/platform/tlog/tiles.ts';
import { GrowingTree, leafHash, parentOf, rootFrom } from './merkle.ts';

const leaf = (at: number) => createHash('sha256').update(Buffer.of(0)).update(`entry ${at}`).digest();

/** The server's tree, from tiles that the server's definition of them gives. */
function treeOf(size: number): TileTree {
  const tree = (from: number, to: number): Buffer => {
    if (to - from === 1) return leaf(from);
    const middle = (from + to) / 2;
    return createHash('sha256').update(Buffer.of(1)).update(tree(from, middle)).update(tree(middle, to)).digest();
  };
  return new TileTree(size, ({ level, index, width }) => {
    const span = TILE_WIDTH ** level;
    const at = (place: number) => (index * TILE_WIDTH + place) * span;
    return Promise.resolve(Buffer.concat(Array.from({ length: width }, (_, place) => tree(at(place), at(place + 1)))));
  });
}

const part = fc
  .integer({ min: 1, max: 700 })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size }), fc.integer({ min: 0, max: size })));

it('grows by leaves and subtrees to the tree of all, and tells its root at each size of the part', async () => {
  await fc.assert(
    fc.asyncProperty(part, async ([size, one, other]) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      const whole = treeOf(size);
      const tree = new GrowingTree();
      expect(tree.appendSubtrees(await whole.subtrees(0, first), first)).toBe(true);
      tree.keep();
      for (let at = first; at < last; at += 1) tree.append(leafHash(Buffer.from(`entry ${at}`)));
      expect(tree.appendSubtrees(await whole.subtrees(last, size), size)).toBe(true);
      expect(Buffer.from(tree.rootAt(size) ?? [])).toEqual(await whole.root());
      const between = Math.floor((first + last) / 2);
      expect(Buffer.from(tree.rootAt(between) ?? [])).toEqual(await treeOf(between).root());
      if (first > 0) expect(tree.rootAt(first - 1)).toBeNull();
      const path = await whole.inclusion(first % size);
      const found = rootFrom(leaf(first % size), { index: first % size, size, path });
      expect(Buffer.from(found ?? [])).toEqual(await whole.root());
      expect(rootFrom(leaf(first % size), { index: first % size, size, path: [...path, leaf(0)] })).toBeNull();
    }),
    { numRuns: 60 },
  );
});

it('refuses too few and too many subtrees', async () => {
  const hashes = await treeOf(300).subtrees(0, 300);
  expect(new GrowingTree().appendSubtrees(hashes.slice(1), 300)).toBe(false);
  expect(new GrowingTree().appendSubtrees([...hashes, leaf(0)], 300)).toBe(false);
});

it('leads nowhere from a place beyond the tree, nor over a sibling that is no hash', () => {
  const [leaf, sibling] = [leafHash(new Uint8Array()), leafHash(Uint8Array.of(1))];
  const root = parentOf(leaf, sibling);
  expect(rootFrom(leaf, { index: 0, size: 2, path: [sibling] })).toEqual(root);
  for (const index of [-1, 2, 0.5])
    expect(rootFrom(leaf, { index, size: 2, path: [sibling] }), String(index)).toBeNull();
  for (const short of [sibling.slice(1), new Uint8Array(), Uint8Array.of(...sibling, 0)])
    expect(rootFrom(leaf, { index: 0, size: 2, path: [short] })).toBeNull();
  expect(rootFrom(leaf, { index: 0, size: 2, path: [] })).toBeNull();
  expect(rootFrom(leaf, { index: 0, size: 2, path: [sibling, sibling] })).toBeNull();
});

it('tells no root that it has forgotten', () => {
  const tree = new GrowingTree();
  tree.keep();
  for (let at = 0; at < 5; at += 1) tree.append(leaf(at));
  const root = tree.rootAt(3);
  tree.forgetBefore(3);
  expect([0, 1, 2].map((size) => tree.rootAt(size))).toEqual([null, null, null]);
  expect(tree.rootAt(3)).toEqual(root);
  tree.forgetBefore(9);
  expect(tree.rootAt(4)).toBeNull();
  expect(tree.rootAt(5)).not.toBeNull();
});
