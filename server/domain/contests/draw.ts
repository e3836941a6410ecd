import { createHmac } from 'node:crypto';
import type { GameType } from './gameTypes.ts';

/**
 * The provably fair draw `colour-pf/1` (server/domain/README.md#the-draw): a contest's seed, game type and game id
 * determine an endless stream of numbers. The first is the draw's result; the order in which all ten first appear
 * breaks ties of the profit rule. `/fairness/:gameId` recomputes it in the browser.
 */
export const DRAW_VERSION = 'colour-pf/1';

/** The largest multiple of ten below 2^32: words from here on are rejected, so that all numbers are equally likely. */
const FAIR_LIMIT = 4_294_967_290;

/**
 * All ten numbers, in the order in which the stream first shows them; the first is the drawn number. `seed` is s_n, 32
 * bytes.
 */
export function appearanceOrder(seed: Uint8Array, gameType: GameType, gameId: string): number[] {
  const seen = new Set<number>();
  const stream = numberStream(seed, gameType, gameId);
  while (seen.size < 10) seen.add(stream.next().value);
  return [...seen];
}

function* numberStream(seed: Uint8Array, gameType: GameType, gameId: string): Generator<number, never> {
  const prefix = Buffer.concat([DRAW_VERSION, gameType, gameId].map(lengthPrefixed));
  for (let counter = 0; ; counter++) {
    const block = createHmac('sha256', seed).update(prefix).update(u32be(counter)).digest();
    yield* numbersIn(block);
  }
}

/** The numbers of a block's big-endian 32-bit words, without rejected ones. */
export function numbersIn(block: Buffer): number[] {
  const words = Array.from({ length: block.length / 4 }, (_, at) => block.readUInt32BE(at * 4));
  return words.filter((word) => word < FAIR_LIMIT).map((word) => word % 10);
}

function lengthPrefixed(text: string): Buffer {
  const utf8 = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(utf8.length);
  return Buffer.concat([length, utf8]);
}

function u32be(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
