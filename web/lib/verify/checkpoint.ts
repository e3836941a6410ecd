import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64Of, fromBase64, hexOf, joined } from './bytes.ts';

/** Signed checkpoints of a log and their cosignatures (c2sp.org/tlog-checkpoint, signed-note, tlog-cosignature). */

/** What a checkpoint states. */
export interface LogState {
  /** The log's name. */
  readonly origin: string;
  /** How many entries it has. */
  readonly size: number;
  readonly root: Uint8Array;
}

export interface SignedNote {
  /** What is signed; ends with a newline. */
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Null when the text is no signed note. */
export function parseNote(note: string): SignedNote | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || note.length > 30_000) return null;
  const lines = note
    .slice(end + 2)
    .split('\n')
    .filter(Boolean);
  const signatures = lines.flatMap((line) => {
    const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
    return name === undefined || encoded === undefined ? [] : [{ name, bytes: fromBase64(encoded) }];
  });
  return { text: note.slice(0, end + 1), signatures };
}

/** Null when the text of a note is no checkpoint. */
export function stateOf(text: string): LogState | null {
  const [origin = '', size = '', encoded = ''] = text.split('\n');
  const root = fromBase64(encoded);
  const isWhole = origin !== '' && /^(0|[1-9]\d{0,14})$/.test(size) && root.length === 32 && base64Of(root) === encoded;
  return isWhole ? { origin, size: Number(size), root } : null;
}

/** A log's key signs the note, a witness's the note with an instant. */
type Kind = 'log' | 'witness';
const algorithms: Record<Kind, number> = { log: 1, witness: 4 };

/** Whether the note carries the signature of the key, `name+id+key`. */
export function isSignedBy({ text, signatures }: SignedNote, vkey: string): boolean {
  const key = readVkey(vkey, 'log');
  if (!key) return false;
  const message = new TextEncoder().encode(text);
  return signatures.some(
    ({ name, bytes }) =>
      name === key.name && bytes.length === 68 && isFrom(key, bytes) && verifies(bytes.slice(4), message, key.key),
  );
}

/** When the witness with this key confirmed the note, in seconds since 1970; null where none of the signatures is its own. */
export function cosignedAt({ text, signatures }: SignedNote, vkey: string): number | null {
  const key = readVkey(vkey, 'witness');
  if (!key) return null;
  for (const { name, bytes } of signatures) {
    if (name !== key.name || bytes.length !== 76 || !isFrom(key, bytes)) continue;
    const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(4));
    const message = new TextEncoder().encode(`cosignature/v1\ntime ${seconds}\n${text}`);
    if (verifies(bytes.slice(12), message, key.key)) return seconds;
  }
  return null;
}

interface Key {
  readonly name: string;
  /** Hex. */
  readonly id: string;
  readonly key: Uint8Array;
}

/** Null when the text is no key of this kind, or its id not that of its key. */
function readVkey(vkey: string, kind: Kind): Key | null {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(vkey) ?? [];
  const key = fromBase64(encoded);
  if (key.length !== 33 || key[0] !== algorithms[kind]) return null;
  const computed = hexOf(sha256(joined(new TextEncoder().encode(`${name}\n`), key)).slice(0, 4));
  return computed === id ? { name, id, key: key.slice(1) } : null;
}

function isFrom({ id }: Key, signature: Uint8Array): boolean {
  return hexOf(signature.slice(0, 4)) === id;
}

function verifies(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key);
  } catch {
    // Not the encoding of a point.
    return false;
  }
}
