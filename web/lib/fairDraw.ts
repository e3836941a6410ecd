/**
 * The provably fair draw `colour-pf/1`, worked out again with the browser's own WebCrypto from what a decided round
 * publishes. It shares no code with the server's, so that each checks the other.
 */

const version = 'colour-pf/1';
/** The largest multiple of ten that 32 bits hold: words from here on are passed over. */
const fairLimit = 4_294_967_290;

/** Whether SHA-256 of the seed is the commitment published before; both in hex. */
export async function isCommittedTo(seedHex: string, commitmentHex: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(seedHex));
  return hexOf(new Uint8Array(digest)) === commitmentHex.toLowerCase();
}

/**
 * The ten numbers in the order in which the stream of this round first shows them: the first is the draw's result, the
 * order breaks the profit rule's ties.
 */
export async function drawOrder(seedHex: string, gameId: string): Promise<number[]> {
  const gameType = gameId.slice(0, gameId.indexOf('-'));
  const key = await crypto.subtle.importKey('raw', bytesOf(seedHex), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const message = [version, gameType, gameId].flatMap(lengthPrefixed);
  const order: number[] = [];
  for (let counter = 0; order.length < 10; counter += 1) {
    const block = await crypto.subtle.sign('HMAC', key, new Uint8Array([...message, ...bigEndian(counter, 4)]));
    for (const number of numbersIn(new DataView(block))) if (!order.includes(number)) order.push(number);
  }
  return order;
}

/**
 * The outcomes as the profit rule orders them, by the house's profit on each (paise), lowest first; ties go by the order
 * of the round's number stream. The one at the round's level, counted from 0, wins.
 */
export function profitRuleOrder(profits: ReadonlyMap<number, bigint>, order: readonly number[]): readonly number[] {
  return order.toSorted((a, b) => {
    const difference = (profits.get(a) ?? 0n) - (profits.get(b) ?? 0n);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  });
}

function numbersIn(block: DataView): number[] {
  const words = Array.from({ length: block.byteLength / 4 }, (_, place) => block.getUint32(place * 4));
  return words.filter((word) => word < fairLimit).map((word) => word % 10);
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
