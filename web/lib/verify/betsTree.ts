import { sha256 } from '@noble/hashes/sha2.js';
import { bigEndian, bytesOf, joined, lengthPrefixed } from './bytes.ts';
import { parentOf } from './merkle.ts';

/** A bet as it is public: a line of the file of bets. */
export interface PublicBet {
  readonly gameId: string;
  /** Of the bet in its round, from 1; those of cancelled bets and of aborted calls are missing. */
  readonly bet: number;
  /** 0-9, 10 green, 11 violet, 12 red. */
  readonly selection: number;
  readonly paise: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** SHA-256 of salt and UID, in hex; null where the round has no root. */
  readonly player: string | null;
}

/**
 * RFC 6962's tree hash over bets that arrive one by one. Keeps one hash for each complete subtree: a round of any size needs
 * no memory.
 */
export class BetsTree {
  readonly #prefix: Uint8Array;
  readonly #subtrees: { size: number; hash: Uint8Array }[] = [];
  #size = 0;

  constructor(gameId: string) {
    this.#prefix = joined(Uint8Array.of(0), lengthPrefixed('colour-bet/1'), lengthPrefixed(gameId));
  }

  get size(): number {
    return this.#size;
  }

  append({ bet, selection, paise, receivedAt, player }: PublicBet): void {
    this.#size += 1;
    const leaf = [bigEndian(bet, 4), Uint8Array.of(selection), bigEndian(paise, 8), bigEndian(receivedAt, 8)];
    let added: { size: number; hash: Uint8Array } = {
      size: 1,
      hash: sha256(joined(this.#prefix, ...leaf, bytesOf(player ?? ''))),
    };
    while (this.#subtrees.at(-1)?.size === added.size) {
      const left = this.#subtrees.pop();
      if (left) added = { size: 2 * added.size, hash: parentOf(left.hash, added.hash) };
    }
    this.#subtrees.push(added);
  }

  /** SHA-256 of nothing while there are no bets. */
  root(): Uint8Array {
    const [last, ...before] = this.#subtrees.map(({ hash }) => hash).toReversed();
    return last ? before.reduce((right, left) => parentOf(left, right), last) : sha256(new Uint8Array());
  }
}
