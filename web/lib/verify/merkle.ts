import { sha256 } from '@noble/hashes/sha2.js';
import { joined } from './bytes.ts';

/** Hashes and proofs of RFC 6962 (section 2.1). */

export function leafHash(data: Uint8Array): Uint8Array {
  return sha256(joined(Uint8Array.of(0), data));
}

export function parentOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joined(Uint8Array.of(1), left, right));
}

/** The root to which a path leads from a leaf's hash (RFC 9162, section 2.1.3.2); null where it fits no tree of this size. */
export function rootFrom(
  leaf: Uint8Array,
  { index, size, path }: { index: number; size: number; path: readonly Uint8Array[] },
): Uint8Array | null {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size || path.length > 53) return null;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0 || sibling.length !== 32) return null;
    if (node % 2 === 1 || node === last) {
      hash = parentOf(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = parentOf(hash, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

/** A complete subtree, with those to its left, which are larger. */
interface Subtree {
  readonly size: number;
  readonly hash: Uint8Array;
  readonly left: Subtree | null;
}

/** A tree that grows to the right by leaves and by complete subtrees, and has its root at those of its sizes that it keeps. */
export class GrowingTree {
  #last: Subtree | null = null;
  #size = 0;
  /** The states of the tree by its size, from `#keptFrom` on. They share all but their newest subtree. */
  readonly #kept = new Map<number, Subtree | null>();
  #keptFrom = Infinity;

  get size(): number {
    return this.#size;
  }

  /** From here on each size's root is available. */
  keep(): void {
    this.#keptFrom = this.#size;
    this.#kept.set(this.#size, this.#last);
  }

  /** Roots at smaller sizes are no longer available, and take no memory. */
  forgetBefore(size: number): void {
    for (; this.#keptFrom < Math.min(size, this.#size); this.#keptFrom += 1) this.#kept.delete(this.#keptFrom);
  }

  append(hash: Uint8Array): void {
    this.#add(1, hash);
    this.#kept.set(this.#size, this.#last);
  }

  /**
   * Appends the entries from the tree's size to before `to`, given as complete subtrees, each as large as its place allows.
   * False where there are not as many as that takes.
   */
  appendSubtrees(hashes: readonly Uint8Array[], to: number): boolean {
    for (const hash of hashes) {
      let size = 1;
      while (size * 2 <= to - this.#size && this.#size % (size * 2) === 0) size *= 2;
      if (this.#size + size > to || hash.length !== 32) return false;
      this.#add(size, hash);
    }
    return this.#size === to;
  }

  /** Null for a size that is not kept. */
  rootAt(size: number): Uint8Array | null {
    if (size === this.#size) return rootOf(this.#last);
    const kept = this.#kept.get(size);
    return kept === undefined ? null : rootOf(kept);
  }

  #add(size: number, hash: Uint8Array): void {
    let added = { size, hash };
    let left = this.#last;
    for (; left?.size === added.size; left = left.left)
      added = { size: 2 * added.size, hash: parentOf(left.hash, added.hash) };
    this.#last = { ...added, left };
    this.#size += size;
  }
}

function rootOf(last: Subtree | null): Uint8Array {
  if (last === null) return sha256(new Uint8Array());
  let { hash } = last;
  for (let { left } = last; left !== null; { left } = left) hash = parentOf(left.hash, hash);
  return hash;
}
