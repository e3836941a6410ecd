import { createHmac } from 'node:crypto';
import type { GameType } from './gameTypes.ts';

/**
 * The provably fair draw (server/domain/contests/draw.md#the-draw): a contest's seed, game type and game id determine an
 * endless stream of numbers; under `colour-pf/2` also its bets and a public beacon's randomness. The first number is the
 * draw's result; the order in which all ten first appear breaks ties of the profit rule. `/fairness/:gameId` recomputes it
 * in the browser.
 */
export const drawVersions = { 1: 'colour-pf/1', 2: 'colour-pf/2' } as const;
export type DrawVersion = (typeof drawVersions)[keyof typeof drawVersions];

/** The largest multiple of ten below 2^32: words from here on are rejected, so that all numbers are equally likely. */
const FAIR_LIMIT = 4_294_967_290;

/** What the stream of a `colour-pf/2` contest depends on beside the seed. */
export interface BeaconInputs {
  /** Tree hash of the contest's bets (betsTree.ts), 32 bytes. */
  betsRoot: Uint8Array;
  /** The round of the beacon whose time is the contest's end. */
  beaconRound: number;
  /** SHA-256 of that round's signature, 32 bytes. */
  randomness: Uint8Array;
}

/**
 * All ten numbers, in the order in which the stream first shows them; the first is the drawn number. `seed` is s_n, 32
 * bytes. With `beacon` by `colour-pf/2`, else by `colour-pf/1`.
 */
export function appearanceOrder(
  seed: Uint8Array,
  gameType: GameType,
  gameId: string,
  beacon: BeaconInputs | null = null,
): number[] {
  const message = beacon ? beaconMessage(gameType, gameId, beacon) : namesOf(drawVersions[1], gameType, gameId);
  const seen = new Set<number>();
  const stream = numberStream(seed, message);
  while (seen.size < 10) seen.add(stream.next().value);
  return [...seen];
}

function beaconMessage(
  gameType: GameType,
  gameId: string,
  { betsRoot, beaconRound, randomness }: BeaconInputs,
): Buffer {
  return Buffer.concat([namesOf(drawVersions[2], gameType, gameId), betsRoot, u64be(beaconRound), randomness]);
}

function namesOf(version: string, gameType: GameType, gameId: string): Buffer {
  return Buffer.concat([version, gameType, gameId].map(lengthPrefixed));
}

function* numberStream(seed: Uint8Array, message: Buffer): Generator<number, never> {
  for (let counter = 0; ; counter++) {
    const block = createHmac('sha256', seed).update(message).update(u32be(counter)).digest();
    yield* numbersIn(block);
  }
}

/** The numbers of a block's big-endian 32-bit words, without rejected ones. */
export function numbersIn(block: Buffer): number[] {
  const words = Array.from({ length: block.length / 4 }, (_, at) => block.readUInt32BE(at * 4));
  return words.filter((word) => word < FAIR_LIMIT).map((word) => word % 10);
}

/** A text in UTF-8 after its length in bytes, as u16be. */
export function lengthPrefixed(text: string): Buffer {
  const utf8 = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(utf8.length);
  return Buffer.concat([length, utf8]);
}

export function u32be(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u64be(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
