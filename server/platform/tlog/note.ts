import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** Signed notes, checkpoints and cosignatures of transparency logs (c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature). */

/** DER of an Ed25519 private key in PKCS #8, and of a public key, before their 32 bytes. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const KEY_ID_BYTES = 4;
/** What a key signs: the note as it is, or, a witness, the time and the note. */
const algorithms = { note: 1, cosignature: 4 } as const;
export type KeyKind = keyof typeof algorithms;

/** A public key with the name of its holder. */
export interface Verifier {
  readonly name: string;
  readonly kind: KeyKind;
  /** Four bytes that stand before each of its signatures. */
  readonly keyId: Buffer;
  readonly publicKey: KeyObject;
  /** As text: `name+keyId+key`. */
  readonly vkey: string;
}

/** A private key with its name. */
export interface Signer extends Verifier {
  readonly privateKey: KeyObject;
}

/** A signer from the 32 bytes of an Ed25519 private key. The name has neither spaces nor `+`. */
export function signerOf(name: string, kind: KeyKind, seed: Buffer): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return { ...verifierOf(name, kind, raw), privateKey };
}

function verifierOf(name: string, kind: KeyKind, raw: Buffer): Verifier {
  const key = Buffer.concat([Buffer.of(algorithms[kind]), raw]);
  const keyId = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), key]), 'buffer').subarray(0, KEY_ID_BYTES);
  const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' });
  return { name, kind, keyId, publicKey, vkey: `${name}+${keyId.toString('hex')}+${key.toString('base64')}` };
}

/** Reads `name+keyId+key`. Null when the text is anything else, or its id is not that of its key. */
export function parseVkey(text: string): Verifier | null {
  const [, name = '', keyId, encoded = ''] = /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  const kind = (['note', 'cosignature'] as const).find((one) => algorithms[one] === key[0]);
  if (!kind || key.length !== KEY_BYTES + 1) return null;
  const verifier = verifierOf(name, kind, key.subarray(1));
  return verifier.keyId.toString('hex') === keyId ? verifier : null;
}

/** One state of a log. */
export interface Checkpoint {
  /** The log's name. */
  readonly origin: string;
  /** The number of its entries. */
  readonly size: number;
  /** RFC 6962's tree hash: 32 bytes. */
  readonly root: Buffer;
}

/** The text of a checkpoint, which is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

/** The signed note of a text that ends with a newline. */
export function signNote(text: string, { privateKey, ...signer }: Signer): string {
  return `${text}\n${signatureLine(signer, sign(null, Buffer.from(text), privateKey))}`;
}

function signatureLine({ name, keyId }: Pick<Verifier, 'name' | 'keyId'>, signature: Buffer): string {
  return `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
}

export interface Note {
  /** Ends with a newline. */
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly keyId: Buffer; readonly signature: Buffer }[];
}

/** Takes a signed note apart without verifying it. Null when the text is none. */
export function parseNote(note: string): Note | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const signatures = parseSignatures(note.slice(end + 2));
  return signatures === null || signatures.length === 0 ? null : { text: note.slice(0, end + 1), signatures };
}

/** Reads signature lines. Null where one of the lines is anything else. */
export function parseSignatures(lines: string): Note['signatures'] | null {
  const found = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, name, encoded = ''] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
      const bytes = Buffer.from(encoded, 'base64');
      return name === undefined || bytes.length <= KEY_ID_BYTES
        ? null
        : { name, keyId: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) };
    });
  return found.includes(null) ? null : found.filter((one) => one !== null);
}

/** The checkpoint of a note's text. Null when the text is none. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', digits = '', encoded = '', ...others] = text.split('\n');
  const [size, root] = [Number(digits), Buffer.from(encoded, 'base64')];
  const isWhole = /^(0|[1-9]\d{0,15})$/.test(digits) && Number.isSafeInteger(size);
  if (origin === '' || !isWhole || root.length !== 32 || root.toString('base64') !== encoded) return null;
  return others.at(-1) === '' ? { origin, size, root } : null;
}

/** Whether the note carries the verifier's signature of its text. */
export function isSignedBy({ text, signatures }: Note, verifier: Verifier): boolean {
  return signatures.some(
    ({ name, keyId, signature }) =>
      name === verifier.name &&
      keyId.equals(verifier.keyId) &&
      signature.length === SIGNATURE_BYTES &&
      verify(null, Buffer.from(text), verifier.publicKey, signature),
  );
}

/** The line with which a witness confirms a checkpoint's text at an instant, in seconds since 1970. */
export function cosign(text: string, { privateKey, ...witness }: Signer, seconds: number): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  return signatureLine(witness, Buffer.concat([time, sign(null, cosigned(text, seconds), privateKey)]));
}

function cosigned(text: string, seconds: bigint | number): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
}

/** When the witness confirmed the text, in seconds since 1970; null where none of the signatures is its own and right. */
export function cosignedAt(text: string, signatures: Note['signatures'], witness: Verifier): number | null {
  for (const { name, keyId, signature } of signatures) {
    if (name !== witness.name || !keyId.equals(witness.keyId) || signature.length !== 8 + SIGNATURE_BYTES) continue;
    const seconds = signature.readBigUInt64BE();
    if (verify(null, cosigned(text, seconds), witness.publicKey, signature.subarray(8))) return Number(seconds);
  }
  return null;
}
