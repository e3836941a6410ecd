import { hash } from 'node:crypto';

/**
 * The tree hash of RFC 6962 (section 2.1) over a growing list: each leaf costs two hashes on average, and the root is to
 * be had at any size. Keeps one hash for each complete subtree, largest first: at most one per bit of the size.
 */
export class TreeHash {
  readonly #subtrees: { size: number; hash: Buffer }[] = [];

  /** Adds the data of the next leaf. */
  append(leaf: Uint8Array): void {
    let added = { size: 1, hash: leafHash(leaf) };
    while (this.#subtrees.at(-1)?.size === added.size) {
      const left = this.#subtrees.pop();
      if (left) added = { size: 2 * added.size, hash: parentHash(left.hash, added.hash) };
    }
    this.#subtrees.push(added);
  }

  /** SHA-256 of nothing while the list is empty. */
  root(): Buffer {
    const [last, ...before] = this.#subtrees.map((subtree) => subtree.hash).toReversed();
    if (!last) return hash('sha256', Buffer.alloc(0), 'buffer');
    return before.reduce((right, left) => parentHash(left, right), last);
  }
}

/** The prefixes keep a leaf from passing for a pair of hashes. */
export function leafHash(data: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(0), data]), 'buffer');
}

export function parentHash(left: Uint8Array, right: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer');
}
