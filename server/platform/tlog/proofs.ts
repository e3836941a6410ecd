import { hash } from 'node:crypto';
import { TILE_WIDTH, type TileName } from './tiles.ts';

/** The bytes of a tile of hashes. */
export type ReadTile = (name: TileName & { level: number }) => Promise<Uint8Array>;

const HASH_BYTES = 32;

/** Hashes and proofs of RFC 6962 (section 2.1) of a log of `size` entries, from its tiles. */
export class TileTree {
  readonly #tiles = new Map<string, Promise<Uint8Array>>();
  readonly #readTile: ReadTile;
  readonly size: number;

  constructor(size: number, readTile: ReadTile) {
    this.size = size;
    this.#readTile = readTile;
  }

  root(): Promise<Buffer> {
    return this.#hashOf(0, this.size);
  }

  /** The hashes that lead from an entry to the root: PATH(m, D[n]). */
  inclusion(index: number): Promise<Buffer[]> {
    return this.#path(index, 0, this.size);
  }

  /** The hashes that show that the tree of `before` entries is the beginning of this one: PROOF(m, D[n]). */
  async consistency(before: number): Promise<Buffer[]> {
    return before === 0 || before === this.size ? [] : this.#subproof(before, 0, this.size, true);
  }

  /**
   * The hashes of the complete subtrees that the entries from `from` to before `to` make up, left to right, each as large as
   * its place allows. One of both is 0 or the tree's size.
   */
  async subtrees(from: number, to: number): Promise<Buffer[]> {
    if (from === to) return [];
    const most = largestPowerBelow(to - from + 1);
    const next = from + (from === 0 ? most : Math.min(most, powerIn(from)));
    return [await this.#hashOf(from, next), ...(await this.subtrees(next, to))];
  }

  async #path(index: number, from: number, to: number): Promise<Buffer[]> {
    if (to - from <= 1) return [];
    const middle = from + largestPowerBelow(to - from);
    return index < middle
      ? [...(await this.#path(index, from, middle)), await this.#hashOf(middle, to)]
      : [...(await this.#path(index, middle, to)), await this.#hashOf(from, middle)];
  }

  async #subproof(before: number, from: number, to: number, isWhole: boolean): Promise<Buffer[]> {
    if (before === to) return isWhole ? [] : [await this.#hashOf(from, to)];
    const middle = from + largestPowerBelow(to - from);
    return before <= middle
      ? [...(await this.#subproof(before, from, middle, isWhole)), await this.#hashOf(middle, to)]
      : [...(await this.#subproof(before, middle, to, false)), await this.#hashOf(from, middle)];
  }

  /** MTH(D[from:to]), for the ranges that the recursions above meet. */
  async #hashOf(from: number, to: number): Promise<Buffer> {
    const count = to - from;
    if (count === 0) return hash('sha256', Buffer.alloc(0), 'buffer');
    const level = levelOf(count);
    if (level !== null)
      return treeHash(await this.#hashes(level, from / TILE_WIDTH ** level, to / TILE_WIDTH ** level));
    const middle = from + largestPowerBelow(count);
    return parentHash(await this.#hashOf(from, middle), await this.#hashOf(middle, to));
  }

  /** Hashes of a level, all in one tile. */
  async #hashes(level: number, from: number, to: number): Promise<Buffer[]> {
    const index = Math.floor(from / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, Math.floor(this.size / TILE_WIDTH ** level) - index * TILE_WIDTH);
    const key = `${level}/${index}`;
    const reading = this.#tiles.get(key) ?? this.#readTile({ level, index, width });
    this.#tiles.set(key, reading);
    const bytes = Buffer.from(await reading);
    if (bytes.length !== width * HASH_BYTES) throw new Error(`the tile ${key} does not have ${width} hashes`);
    return Array.from({ length: to - from }, (_, at) => {
      const start = (from - index * TILE_WIDTH + at) * HASH_BYTES;
      return bytes.subarray(start, start + HASH_BYTES);
    });
  }
}

/** The highest level whose hashes make up a complete subtree of so many entries; null where it is not complete. */
function levelOf(count: number): number | null {
  const height = Math.log2(count);
  return Number.isInteger(height) ? Math.floor(height / 8) : null;
}

/** Of a complete subtree's hashes. */
function treeHash(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes;
  if (first === undefined) throw new Error('a subtree has at least one hash');
  if (hashes.length === 1) return first;
  const middle = hashes.length / 2;
  return parentHash(treeHash(hashes.slice(0, middle)), treeHash(hashes.slice(middle)));
}

interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the tree `before` is the beginning of the tree `after` (RFC 9162, section 2.1.4.2). */
export function provesConsistency(proof: readonly Uint8Array[], before: TreeHead, after: TreeHead): boolean {
  if (before.size > after.size) return false;
  if (before.size === after.size) return proof.length === 0 && Buffer.from(before.root).equals(after.root);
  // Every tree begins with the empty one.
  if (before.size === 0) return proof.length === 0;
  const [first, ...rest] = isPowerOfTwo(before.size) ? [before.root, ...proof] : proof;
  if (first === undefined) return false;
  let [node, last] = [BigInt(before.size) - 1n, BigInt(after.size) - 1n];
  while (node % 2n === 1n) [node, last] = [node / 2n, last / 2n];
  let foundBefore: Buffer = Buffer.from(first);
  let foundAfter: Buffer = foundBefore;
  for (const sibling of rest) {
    if (last === 0n) return false;
    if (node % 2n === 1n || node === last) {
      foundBefore = parentHash(sibling, foundBefore);
      foundAfter = parentHash(sibling, foundAfter);
      while (node % 2n === 0n && node !== 0n) [node, last] = [node / 2n, last / 2n];
    } else foundAfter = parentHash(foundAfter, sibling);
    [node, last] = [node / 2n, last / 2n];
  }
  return last === 0n && foundBefore.equals(before.root) && foundAfter.equals(after.root);
}

const isPowerOfTwo = (count: number) => Number.isInteger(Math.log2(count));

/** The largest power of two that divides it. */
function powerIn(count: number): number {
  return count % 2 === 0 ? 2 * powerIn(count / 2) : 1;
}

/** The size of the left subtree. */
function largestPowerBelow(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

function parentHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer');
}
