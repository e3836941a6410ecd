import { hash } from 'node:crypto';
import { lengthPrefixed, u32be, u64be } from './draw.ts';

/** What a bet contributes to its contest's root (web/verify/README.md#the-fair-draw). */
export interface BetLeaf {
  gameId: string;
  /** Of the bet in its contest, from 1. */
  number: number;
  /** 0-9, 10 green, 11 violet, 12 red. */
  selection: number;
  amountPaise: bigint;
  /** Milliseconds since 1970. */
  receivedAt: number;
  salt: Uint8Array;
  uid: string;
}

/** What is public of a leaf: the hash of salt and UID instead of these. */
interface PublicLeaf extends Omit<BetLeaf, 'salt' | 'uid'> {
  player: Uint8Array;
}

/** The leaf's data. It doesn't reveal the player: without the salt, the hash of the UID can't be guessed. */
export function betLeaf({ salt, uid, ...bet }: BetLeaf): Buffer {
  return publicLeaf({ ...bet, player: hash('sha256', Buffer.concat([salt, lengthPrefixed(uid)]), 'buffer') });
}

/** The same data, from what is public. */
export function publicLeaf({ gameId, number, selection, amountPaise, receivedAt, player }: PublicLeaf): Buffer {
  return Buffer.concat([
    lengthPrefixed('colour-bet/1'),
    lengthPrefixed(gameId),
    u32be(number),
    Buffer.of(selection),
    u64be(amountPaise),
    u64be(receivedAt),
    player,
  ]);
}
