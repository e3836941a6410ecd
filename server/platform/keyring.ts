import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/**
 * Where a value is stored: table, column and row identity. It is authenticated data: a value decrypts only at its own
 * place.
 */
export type Place = readonly [table: string, column: string, ...identity: string[]];

/** A value as it is stored. `keyId` null: in clear; otherwise `value` is nonce, ciphertext and tag. */
export interface StoredValue {
  readonly value: Buffer;
  readonly keyId: string | null;
}

/** The HMAC of a backup's manifest, in hex, and the id of its key. */
interface ManifestHmac {
  readonly keyId: string;
  readonly hmac: string;
}

interface Key {
  readonly id: string;
  readonly secret: Buffer;
  /** Authenticates manifests of backups. */
  readonly manifests: Buffer;
}

/** A stored value cannot be decrypted: its key is not among those given, or the value or its place was changed. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

/**
 * Encrypts stored values (AES-256-GCM), each with its own nonce, and authenticates manifests (HMAC-SHA-256). Without keys
 * values are stored in clear.
 */
export class Keyring {
  readonly #keys: readonly Key[];

  /** `keys`: 32 bytes each. The first encrypts, all of them decrypt. */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map(keyOf);
  }

  /** Which key new values are encrypted with; null when they are stored in clear. */
  get keyId(): string | null {
    return this.#keys[0]?.id ?? null;
  }

  has(keyId: string): boolean {
    return this.#keys.some(({ id }) => id === keyId);
  }

  encrypt(place: Place, clear: Buffer): StoredValue {
    const key = this.#keys[0];
    if (key === undefined) return { value: clear, keyId: null };
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key.secret, nonce).setAAD(associatedData(place));
    const ciphertext = Buffer.concat([cipher.update(clear), cipher.final()]);
    return { value: Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]), keyId: key.id };
  }

  /** By the key that encrypts; null without keys. */
  signManifest(kind: string, bytes: Buffer): ManifestHmac | null {
    const key = this.#keys[0];
    return key === undefined ? null : { keyId: key.id, hmac: manifestHmac(key, kind, bytes).toString('hex') };
  }

  /** Null where the key is not among those given. */
  isManifestAuthentic(kind: string, bytes: Buffer, { keyId, hmac }: ManifestHmac): boolean | null {
    const key = this.#keys.find(({ id }) => id === keyId);
    if (key === undefined) return null;
    const given = Buffer.from(hmac, 'hex');
    const right = manifestHmac(key, kind, bytes);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  /** The value in clear. Throws DecryptionError. */
  decrypt(place: Place, { value, keyId }: StoredValue): Buffer {
    if (keyId === null) return value;
    const key = this.#keys.find(({ id }) => id === keyId);
    // Logged without the row's identity, which may be a mail address.
    const what = `a value of ${place[0]}.${place[1]}`;
    if (key === undefined) throw new DecryptionError(`${what} is encrypted with the key ${keyId}, which was not given`);
    if (value.length < NONCE_BYTES + TAG_BYTES)
      throw new DecryptionError(`${what} is too short to be an encrypted one`);
    const decipher = createDecipheriv(ALGORITHM, key.secret, value.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(associatedData(place))
      .setAuthTag(value.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(value.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new DecryptionError(`${what} does not decrypt: it was changed or moved`, { cause });
    }
  }
}

/** A new key. */
export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Keys as text: 32 bytes each in base64 or hex, separated by commas. Null when the text is anything else. */
export function parseKeys(text: string): Buffer[] | null {
  const keys = text.split(',').map((part) => keyFrom(part.trim()));
  return keys.every((key) => key !== null) ? keys : null;
}

function keyFrom(text: string): Buffer | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : null;
}

/** The id is public and derived one-way: it shows which key a value needs, but nothing of the key. */
function keyOf(given: Buffer): Key {
  if (given.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', given, '', purpose, bytes));
  return {
    id: derive('key id', 8).toString('hex'),
    secret: derive('stored values', KEY_BYTES),
    manifests: derive('backup manifests', KEY_BYTES),
  };
}

/** A kind has no line break, so that kind and bytes can't be divided otherwise. */
function manifestHmac({ manifests }: Key, kind: string, bytes: Buffer): Buffer {
  return createHmac('sha256', manifests).update(`${kind}\n`).update(bytes).digest();
}

/** The encoding is unambiguous: different places give different bytes. */
function associatedData(place: Place): Buffer {
  return Buffer.from(JSON.stringify(place));
}
