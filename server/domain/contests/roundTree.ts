import { PathTree } from './pathTree.ts';

/** Leaves of a part. A power of two: then the parts are complete subtrees of RFC 6962, the last one excepted. */
export const PART_LEAVES = 1_024;

/** Consecutive leaves of a round, PART_LEAVES of them except in the last part. */
export interface TreePart {
  /** The numbers of the bets, ascending. */
  readonly numbers: Uint32Array;
  readonly tree: PathTree;
}

/** Where a leaf is in its round's tree. */
interface Inclusion {
  place: number;
  size: number;
  path: string[];
}

/** RFC 6962's tree over a round's bets, made of parts, so that no hashing of a large round delays other calls. */
export class RoundTree {
  readonly #parts: readonly TreePart[];
  readonly #top: PathTree;
  readonly size: number;

  constructor(parts: readonly TreePart[]) {
    this.#parts = parts;
    this.#top = new PathTree(parts.map(({ tree }) => tree.root()));
    this.size = parts.reduce((sum, { tree }) => sum + tree.size, 0);
  }

  root(): string {
    return this.#top.root();
  }

  /** Null where the bet is not under the root. */
  inclusionOf(betNumber: number): Inclusion | null {
    const at = this.#parts.findLastIndex(({ numbers: [first = Infinity] }) => first <= betNumber);
    const part = this.#parts[at];
    const place = part?.numbers.indexOf(betNumber) ?? -1;
    if (!part || place < 0) return null;
    return {
      place: at * PART_LEAVES + place,
      size: this.size,
      path: [...part.tree.path(place), ...this.#top.path(at)],
    };
  }
}
