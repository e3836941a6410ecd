/**
 * Receipts of bets, verified in the browser (web/verify/README.md#receipts-of-bets). They share no code with the server's
 * implementation, so that each verifies the other. Bytes are base64, as the API sends them.
 */

export interface BetReceipt {
  readonly gameId: string;
  readonly number: number;
  readonly uid: string;
  readonly salt: string;
  readonly leaf: string;
  readonly place: number;
  readonly path: readonly string[];
  readonly note: string;
}

/** Fields of an encoded receipt without path and note: what it is, gameId, number, uid, salt, leaf, place. */
const PATH_AT = 7;
/** The note's: what it is, the key's name, size, root and instant, at least one contest, and the signature. */
const NOTE_PARTS = 7;

/** The receipt of its encoded form; null where it is none. */
export function decodeReceipt(encoded: string): BetReceipt | null {
  const parts = encoded.split(' ');
  const [kind, gameId = '', number, uid = '', salt = '', leaf = '', place, path = ''] = parts;
  const lines = parts.slice(PATH_AT + 1, -1);
  if (kind !== 'colour-receipt/1' || parts.length <= PATH_AT + NOTE_PARTS) return null;
  return {
    gameId,
    number: Number(number),
    uid,
    salt,
    leaf,
    place: Number(place),
    path: path === '' ? [] : path.split(','),
    note: `${lines.join('\n')}\n\n— ${lines[1]} ${parts.at(-1)}\n`,
  };
}

/** A path of RFC 6962 from a leaf to a root. */
export interface Inclusion {
  /** Of the leaf, from 0. */
  readonly place: number;
  /** How many leaves there are. */
  readonly size: number;
  readonly path: readonly string[];
}

/** What a receipt's leaf contains. */
export interface LeafData {
  readonly gameId: string;
  readonly number: number;
  /** 0-9, 10 green, 11 violet, 12 red. */
  readonly selection: number;
  readonly paise: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** Verifies an Ed25519 signature. */
export type VerifyEd25519 = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;

type Bytes = Uint8Array<ArrayBuffer>;

/** What is wrong with a receipt. */
export type ReceiptFault = 'LEAF' | 'PATH' | 'SIGNATURE';

/**
 * Null when the receipt is right: its leaf has its contest, number and UID, its path leads to the root that its note names,
 * and the note is signed by one of `vkeys` (C2SP's `name+id+key`).
 */
export async function receiptFault(
  receipt: BetReceipt,
  vkeys: readonly string[],
  verify: VerifyEd25519,
): Promise<ReceiptFault | null> {
  const { gameId, number, uid, salt, leaf, place, path, note } = receipt;
  const data = readLeaf(leaf);
  const player = joined(bytesOf(salt), lengthPrefixed(uid));
  const isOwn = data !== null && same(bytesOf(leaf).slice(-32), await sha256(player)) && bytesOf(salt).length === 16;
  if (!isOwn || data.gameId !== gameId || data.number !== number) return 'LEAF';
  const end = note.lastIndexOf('\n\n');
  const [kind, name, size = '', root = '', , ...contests] = note.slice(0, end).split('\n');
  if (kind !== 'colour-receipts/1' || !contests.includes(gameId) || !/^[1-9]\d{0,8}$/.test(size)) return 'PATH';
  if (!(await leadsTo(bytesOf(root), leaf, { place, size: Number(size), path }))) return 'PATH';
  return (await isSigned(note, end, name ?? '', vkeys, verify)) ? null : 'SIGNATURE';
}

/** The data of a leaf; null where it is none. */
export function readLeaf(leaf: string): LeafData | null {
  const bytes = bytesOf(leaf);
  const prefix = lengthPrefixed('colour-bet/1');
  const view = new DataView(bytes.buffer);
  const nameAt = prefix.length + 2;
  if (bytes.length < nameAt || !same(bytes.slice(0, prefix.length), prefix)) return null;
  const at = nameAt + view.getUint16(prefix.length);
  if (bytes.length !== at + 4 + 1 + 8 + 8 + 32) return null;
  return {
    gameId: new TextDecoder().decode(bytes.slice(nameAt, at)),
    number: view.getUint32(at),
    selection: view.getUint8(at + 4),
    paise: Number(view.getBigUint64(at + 5)),
    receivedAt: Number(view.getBigUint64(at + 13)),
  };
}

/** The hash of salt and UID that a leaf ends with, in hex. */
export function leafPlayer(leaf: string): string {
  return Array.from(bytesOf(leaf).slice(-32), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the path leads from the leaf, in base64, to the root (RFC 9162, section 2.1.3.2). */
export async function leadsTo(root: Uint8Array, leaf: string, { place, size, path }: Inclusion): Promise<boolean> {
  if (!Number.isSafeInteger(place) || place < 0 || place >= size || path.length > 53) return false;
  let [node, last] = [place, size - 1];
  let hash = await sha256(joined(Uint8Array.of(0), bytesOf(leaf)));
  for (const encoded of path) {
    if (last === 0) return false;
    const sibling = bytesOf(encoded);
    if (sibling.length !== 32) return false;
    const isRight = node % 2 === 1 || node === last;
    hash = await sha256(joined(Uint8Array.of(1), ...(isRight ? [sibling, hash] : [hash, sibling])));
    if (isRight) while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && same(hash, root);
}

/** Whether one of the keys has signed the text before the empty line, which ends at `end`. */
async function isSigned(
  note: string,
  end: number,
  name: string,
  vkeys: readonly string[],
  verify: VerifyEd25519,
): Promise<boolean> {
  const text = new TextEncoder().encode(note.slice(0, end + 1));
  for (const line of note.slice(end + 2).split('\n')) {
    const [dash, signer, encoded = ''] = line.split(' ');
    if (dash !== '—' || signer !== name) continue;
    const signature = bytesOf(encoded);
    for (const vkey of vkeys) {
      const key = bytesOf(/^[^+]+\+[0-9a-f]{8}\+(.*)$/.exec(vkey)?.[1] ?? '');
      if (!vkey.startsWith(`${name}+`) || key.length !== 33 || key[0] !== 1 || signature.length !== 68) continue;
      const keyId = (await sha256(joined(new TextEncoder().encode(`${name}\n`), key))).slice(0, 4);
      if (same(keyId, signature.slice(0, 4)) && verify(signature.slice(4), text, key.slice(1))) return true;
    }
  }
  return false;
}

/** Of base64; empty where it is none. */
function bytesOf(base64: string): Bytes {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function lengthPrefixed(text: string): Bytes {
  const utf8 = new TextEncoder().encode(text);
  return joined(Uint8Array.of(Math.floor(utf8.length / 256), utf8.length % 256), utf8);
}

function joined(...parts: Uint8Array[]): Bytes {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
