/**
 * The provably fair draws `colour-pf/1` and `colour-pf/2`, recomputed with the browser's WebCrypto from what a decided round
 * publishes. They share no code with the server's implementation, so that each verifies the other.
 */

const version = 'colour-pf/1';
const beaconVersion = 'colour-pf/2';
/** The largest multiple of ten below 2^32: words from here on are rejected. */
const fairLimit = 4_294_967_290;

/** Whether SHA-256 of the seed is the commitment published before; both in hex. */
export async function isCommittedTo(seedHex: string, commitmentHex: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(seedHex));
  return hexOf(new Uint8Array(digest)) === commitmentHex.toLowerCase();
}

/** What the stream of a `colour-pf/2` round depends on beside the seed; hashes in hex. */
export interface BeaconInputs {
  readonly betsRoot: string;
  readonly beaconRound: number;
  readonly randomness: string;
}

/**
 * The ten numbers in the order in which they first appear in the round's stream: the first is the draw's result, the
 * order breaks ties of the profit rule. With `beacon` by `colour-pf/2`.
 */
export async function drawOrder(
  seedHex: string,
  gameId: string,
  beacon: BeaconInputs | null = null,
): Promise<number[]> {
  const gameType = gameId.slice(0, gameId.indexOf('-'));
  const key = await crypto.subtle.importKey('raw', bytesOf(seedHex), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const names = [beacon ? beaconVersion : version, gameType, gameId].flatMap(lengthPrefixed);
  const message = [...names, ...(beacon ? beaconBytes(beacon) : [])];
  const order: number[] = [];
  for (let counter = 0; order.length < 10; counter += 1) {
    const block = await crypto.subtle.sign('HMAC', key, new Uint8Array([...message, ...bigEndian(counter, 4)]));
    for (const number of numbersIn(new DataView(block))) if (!order.includes(number)) order.push(number);
  }
  return order;
}

export interface RuleResult {
  /** The eligible outcomes by the house's profit, lowest first; ties by the order of the number stream. */
  readonly ranked: readonly number[];
  /** The excluded outcomes, in the same order. */
  readonly leftOut: readonly number[];
  /** Index of the winner in `ranked`. */
  readonly place: number;
  readonly winner: number;
}

/**
 * The profit rule, from the house's profit on each outcome (paise) and the order of the round's number stream. Version
 * 1 includes all ten outcomes; version 2 those at which the house pays out no more than was staked, or all ten if there
 * is none.
 */
export function profitRule(
  profits: ReadonlyMap<number, bigint>,
  order: readonly number[],
  { version, level }: { version: number; level: number },
): RuleResult {
  const profit = (number: number) => profits.get(number) ?? 0n;
  const sorted = order.toSorted((a, b) => Number(profit(a) > profit(b)) - Number(profit(a) < profit(b)));
  const lossless = sorted.filter((number) => profit(number) >= 0n);
  const ranked = version === 1 || lossless.length === 0 ? sorted : lossless;
  const place = Math.floor((level * ranked.length) / 10);
  return { ranked, leftOut: sorted.filter((number) => !ranked.includes(number)), place, winner: ranked[place] ?? 0 };
}

function numbersIn(block: DataView): number[] {
  const words = Array.from({ length: block.byteLength / 4 }, (_, place) => block.getUint32(place * 4));
  return words.filter((word) => word < fairLimit).map((word) => word % 10);
}

function beaconBytes({ betsRoot, beaconRound, randomness }: BeaconInputs): number[] {
  return [...bytesOf(betsRoot), ...bigEndian(beaconRound, 8), ...bytesOf(randomness)];
}

function lengthPrefixed(text: string): number[] {
  const utf8 = new TextEncoder().encode(text);
  return [...bigEndian(utf8.length, 2), ...utf8];
}

function bigEndian(value: number, length: number): number[] {
  return Array.from({ length }, (_, place) => Math.floor(value / 256 ** (length - 1 - place)) % 256);
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
