import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provesConsistency, TileTree } from './proofs.ts';
import { TILE_WIDTH } from './tiles.ts';
import { provesInclusion } from '../../../tests/support/provesInclusion.ts';

const sha256 = (...parts: Uint8Array[]) => parts.reduce((h, part) => h.update(part), createHash('sha256')).digest();
const leafHash = (leaf: Uint8Array) => sha256(Buffer.of(0), leaf);
const splitAt = (count: number) => {
  let k = 1;
  while (k * 2 < count) k *= 2;
  return k;
};

/** The definitions of RFC 6962, sections 2.1, 2.1.1 and 2.1.2, as they stand there. */
function mth(list: readonly Uint8Array[]): Buffer {
  if (list.length === 0) return sha256();
  if (list.length === 1) return leafHash(list[0] as Uint8Array);
  const k = splitAt(list.length);
  return sha256(Buffer.of(1), mth(list.slice(0, k)), mth(list.slice(k)));
}
function path(m: number, list: readonly Uint8Array[]): Buffer[] {
  if (list.length === 1) return [];
  const k = splitAt(list.length);
  return m < k
    ? [...path(m, list.slice(0, k)), mth(list.slice(k))]
    : [...path(m - k, list.slice(k)), mth(list.slice(0, k))];
}
function subproof(m: number, list: readonly Uint8Array[], whole: boolean): Buffer[] {
  if (m === list.length) return whole ? [] : [mth(list)];
  const k = splitAt(list.length);
  return m <= k
    ? [...subproof(m, list.slice(0, k), whole), mth(list.slice(k))]
    : [...subproof(m - k, list.slice(k), false), mth(list.slice(0, k))];
}

/** The tiles of a log, made from its entries by their definition (c2sp.org/tlog-tiles). */
function treeOf(list: readonly Uint8Array[]): TileTree {
  return new TileTree(list.length, ({ level, index, width }) => {
    const span = TILE_WIDTH ** level;
    const hashes = Array.from({ length: width }, (_, at) => {
      const from = (index * TILE_WIDTH + at) * span;
      return mth(list.slice(from, from + span));
    });
    return Promise.resolve(Buffer.concat(hashes));
  });
}

const entry = (at: number) => Buffer.from(`entry ${at}`);
const entries = (count: number) => Array.from({ length: count }, (_, at) => entry(at));
const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));
/** A size and an index or an earlier size below it. */
const places = fc
  .integer({ min: 2, max: 700 })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size - 1 })));

describe('proofs from tiles', () => {
  it('are those of the example of RFC 6962, section 2.1.3', async () => {
    const list = entries(7);
    const [a, b, c, d, e, f, j] = list.map(leafHash) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
    const node = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right);
    const [g, h, i] = [node(a, b), node(c, d), node(e, f)];
    const [k, l] = [node(g, h), node(i, j)];
    const tree = treeOf(list);
    expect(await tree.root()).toEqual(node(k, l));
    expect(await tree.inclusion(0)).toEqual([b, h, l]);
    expect(await tree.inclusion(3)).toEqual([c, g, l]);
    expect(await tree.inclusion(4)).toEqual([f, j, k]);
    expect(await tree.inclusion(6)).toEqual([i, k]);
    expect(await tree.consistency(3)).toEqual([c, d, g, l]);
    expect(await tree.consistency(4)).toEqual([l]);
    expect(await tree.consistency(6)).toEqual([i, j, k]);
  });

  it('of inclusion are those that RFC 6962 defines, and hold for their entry alone', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ([size, index]) => {
        const list = entries(size);
        const tree = treeOf(list);
        const root = await tree.root();
        expect(root).toEqual(mth(list));
        const proof = await tree.inclusion(index);
        expect(hex(proof)).toEqual(hex(path(index, list)));
        const claim = { index, leafHash: leafHash(entry(index)), size, root };
        expect(provesInclusion(proof, claim)).toBe(true);
        expect(provesInclusion(proof, { ...claim, leafHash: leafHash(Buffer.from('another')) })).toBe(false);
        expect(provesInclusion(proof, { ...claim, root: leafHash(Buffer.from('another')) })).toBe(false);
        expect(provesInclusion([...proof, root], claim)).toBe(false);
        expect(provesInclusion(proof.slice(1), claim)).toBe(false);
        expect(provesInclusion(proof, { ...claim, index: size })).toBe(false);
      }),
      { numRuns: 40, examples: [[[256, 255]], [[257, 256]], [[512, 300]]] },
    );
  });

  it('of consistency are those that RFC 6962 defines, and hold for their trees alone', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ([size, before]) => {
        const list = entries(size);
        const tree = treeOf(list);
        const after = { size, root: await tree.root() };
        const earlier = { size: before, root: mth(list.slice(0, before)) };
        const proof = await tree.consistency(before);
        expect(hex(proof)).toEqual(hex(subproof(before, list, true)));
        expect(provesConsistency(proof, earlier, after)).toBe(true);
        const forked = mth([...list.slice(0, before - 1), Buffer.from('another')]);
        expect(provesConsistency(proof, { size: before, root: forked }, after)).toBe(false);
        expect(provesConsistency(proof, earlier, { size, root: forked })).toBe(false);
        expect(provesConsistency([...proof, forked], earlier, after)).toBe(false);
        expect(provesConsistency(proof.slice(1), earlier, after)).toBe(false);
        expect(provesConsistency(proof, after, earlier)).toBe(false);
      }),
      { numRuns: 40, examples: [[[512, 256]], [[513, 512]], [[600, 257]]] },
    );
  });

  it('of equal and of empty trees are empty', async () => {
    const tree = treeOf(entries(5));
    const head = { size: 5, root: await tree.root() };
    expect([await tree.consistency(5), await tree.consistency(0)]).toEqual([[], []]);
    expect(provesConsistency([], head, head)).toBe(true);
    expect(provesConsistency([], head, { size: 5, root: leafHash(entry(0)) })).toBe(false);
    expect(provesConsistency([head.root], head, head)).toBe(false);
    expect(provesConsistency([], { size: 0, root: mth([]) }, head)).toBe(true);
    expect(provesConsistency([head.root], { size: 0, root: mth([]) }, head)).toBe(false);
    expect(await treeOf([]).root()).toEqual(mth([]));
    expect(await treeOf([entry(0)]).inclusion(0)).toEqual([]);
  });

  it('are refused where a tile is cut short', async () => {
    const tree = new TileTree(3, () => Promise.resolve(Buffer.alloc(64)));
    await expect(tree.root()).rejects.toThrow('the tile 0/0 does not have 3 hashes');
  });
});
