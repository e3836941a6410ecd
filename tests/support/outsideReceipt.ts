import { createHash, createPublicKey, verify } from 'node:crypto';

/** A receipt as both APIs answer it: bytes in base64. */
export interface AnsweredReceipt {
  gameId: string;
  number: number;
  uid: string;
  salt: string;
  leaf: string;
  place: number;
  path: string[];
  note: string;
}

/** The fields of the one-line form (GraphQL `BetReceipt.encoded`). */
export function fieldsIn(encoded: string): AnsweredReceipt {
  const [kind, gameId = '', number, uid = '', salt = '', leaf = '', place, path = '', ...note] = encoded.split(' ');
  insist(kind === 'colour-receipt/1' && note.length >= 7, 'the receipt has another form');
  const signature = note.pop();
  return {
    gameId,
    number: Number(number),
    uid,
    salt,
    leaf,
    place: Number(place),
    path: path.split(',').filter(Boolean),
    note: `${note.join('\n')}\n\n— ${note[1]} ${signature}\n`,
  };
}

/** What the leaf says of the bet. */
interface Promised {
  gameId: string;
  number: number;
  selection: number;
  paise: number;
}

const sha256 = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const decoded = (text: string) => Buffer.from(text, 'base64');
const lengthPrefixed = (text: string) => Buffer.from(`\0${String.fromCharCode(text.length)}${text}`, 'latin1');

/**
 * What a receipt promises, verified as a client of somebody else does it by web/verify/README.md: from the answer and the
 * published keys alone, without code of server or app. Throws where it is wrong.
 */
export function promisedBy(receipt: AnsweredReceipt, keys: readonly string[]): Promised {
  const { gameId, number, uid, salt, place, path, note } = receipt;
  const leaf = decoded(receipt.leaf);
  const start = Buffer.concat([lengthPrefixed('colour-bet/1'), lengthPrefixed(gameId)]);
  insist(
    leaf.length === start.length + 53 && leaf.subarray(0, start.length).equals(start),
    'the leaf is of another round',
  );
  const data = leaf.subarray(start.length);
  insist(data.readUInt32BE(0) === number, 'the leaf is of another bet');
  insist(data.subarray(21).equals(sha256(decoded(salt), lengthPrefixed(uid))), 'the leaf is of another player');

  const [text = '', signatures = ''] = note.split('\n\n');
  const [kind, name = '', size = '', root, , ...gameIds] = text.split('\n');
  insist(kind === 'colour-receipts/1' && gameIds.includes(gameId), 'the note is of another batch');
  const found = rootFrom(sha256(Buffer.of(0), leaf), place, Number(size), path.map(decoded));
  insist(found.toString('base64') === root, 'the leaf is not under the signed root');
  insist(
    keys.some((key) => hasSigned(key, name, `${text}\n`, signatures)),
    'no published key has signed the note',
  );
  return { gameId, number, selection: data.readUInt8(4), paise: Number(data.readBigUInt64BE(5)) };
}

function insist(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** RFC 9162, section 2.1.3.2. */
function rootFrom(leafHash: Buffer, place: number, size: number, path: readonly Buffer[]): Buffer {
  let [node, last, hash] = [place, size - 1, leafHash];
  for (const sibling of path) {
    const isRight = node % 2 === 1 || node === last;
    hash = isRight ? sha256(Buffer.of(1), sibling, hash) : sha256(Buffer.of(1), hash, sibling);
    if (isRight) while (node % 2 === 0 && node > 0) [node, last] = [node / 2, Math.floor(last / 2)];
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  insist(last === 0, 'the path has another length');
  return hash;
}

/** c2sp.org/signed-note: `name+id+key`, the key with the byte of its algorithm before it; lines of `— name id+signature`. */
function hasSigned(vkey: string, signer: string, text: string, signatures: string): boolean {
  const [name = '', id = '', ...key] = vkey.split('+');
  const x = decoded(key.join('+')).subarray(1).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return signatures.split('\n').some((line) => {
    const [, by, encoded = ''] = line.split(' ');
    const bytes = decoded(encoded);
    const isOf = by === name && name === signer && bytes.subarray(0, 4).toString('hex') === id;
    return isOf && verify(null, Buffer.from(text), publicKey, bytes.subarray(4));
  });
}
