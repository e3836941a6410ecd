/**
 * The proof that a balance is counted in a day's total, verified in the browser
 * (server/domain/wallet/ledger.md#the-total-of-balances). Amounts are rupees with two decimals, hashes hex, as the API sends
 * them.
 */
export interface LiabilityProof {
  readonly day: { readonly day: string; readonly total: string; readonly players: number; readonly root: string };
  readonly uid: string;
  readonly salt: string;
  readonly amount: string;
  readonly place: number;
  readonly path: readonly { readonly total: string; readonly hash: string }[];
}

type Bytes = Uint8Array<ArrayBuffer>;
interface Node {
  readonly total: bigint;
  readonly hash: Bytes;
}

/** Whether the leaf and the subtrees beside its way make the day's root and, none of them negative, its total. */
export async function isCounted({ day, uid, salt, amount, place, path }: LiabilityProof): Promise<boolean> {
  if (!Number.isSafeInteger(place) || place < 0 || place >= day.players || path.length > 31) return false;
  const total = paiseOf(amount);
  const player = await sha256(bytesOf(salt), lengthPrefixed(uid));
  const leaf = [lengthPrefixed('liability/1'), lengthPrefixed(day.day), player, u64be(total)];
  let node: Node = { total, hash: await sha256(Uint8Array.of(0), ...leaf) };
  let [at, last, next] = [place, day.players - 1, 0];
  for (; last > 0; [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]) {
    // The odd one at the end has no sibling.
    if (at === last && at % 2 === 0) continue;
    const beside = path[next];
    if (beside === undefined) return false;
    const sibling = { total: paiseOf(beside.total), hash: bytesOf(beside.hash) };
    if (sibling.hash.length !== 32) return false;
    node = at % 2 === 0 ? await parentOf(node, sibling) : await parentOf(sibling, node);
    next += 1;
  }
  return next === path.length && node.total === paiseOf(day.total) && hexOf(node.hash) === day.root;
}

async function parentOf(left: Node, right: Node): Promise<Node> {
  const hash = await sha256(Uint8Array.of(1), u64be(left.total), left.hash, u64be(right.total), right.hash);
  return { total: left.total + right.total, hash };
}

/** Throws for anything but digits with two decimals, so that no sum is negative. */
function paiseOf(rupees: string): bigint {
  if (!/^\d{1,15}\.\d\d$/.test(rupees)) throw new TypeError('not an amount');
  return BigInt(rupees.replace('.', ''));
}

function u64be(value: bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

function lengthPrefixed(text: string): Bytes {
  const utf8 = new TextEncoder().encode(text);
  return Uint8Array.of(Math.floor(utf8.length / 256), utf8.length % 256, ...utf8);
}

function bytesOf(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sha256(...parts: Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(parts.flatMap((part) => [...part]))));
}
