import { createCipheriv, createDecipheriv, createHash, type Cipher, type Decipher } from 'node:crypto';

/**
 * Global ids: type and internal id encrypted as one AES-128 block, in base64url. Deterministic, so that caches and
 * links keep working. Without the key an id can't be counted, guessed or converted to another type.
 */
export class SealedIds {
  // ECB on a single block keeps no state between calls, and creating a cipher costs ten times as much as using it.
  readonly #cipher: Cipher;
  readonly #decipher: Decipher;
  readonly #tagOf = new Map<string, Buffer>();
  readonly #typeOf = new Map<string, string>();

  /** `key`: 16 bytes. `types`: every type that can be sealed. */
  constructor(key: Buffer, types: readonly string[]) {
    if (key.length !== 16) throw new RangeError('the key of sealed ids has 16 bytes');
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    for (const type of types) {
      const tag = createHash('sha256').update(type).digest().subarray(0, 8);
      this.#tagOf.set(type, tag);
      this.#typeOf.set(tag.toString('hex'), type);
    }
  }

  /** The global id of the thing of `type` with internal id `id`. */
  seal(type: string, id: bigint): string {
    const tag = this.#tagOf.get(type);
    if (tag === undefined) throw new RangeError(`${type} is not among the sealed types`);
    const block = Buffer.alloc(16);
    tag.copy(block);
    block.writeBigInt64BE(id, 8);
    return this.#cipher.update(block).toString('base64url');
  }

  /** Type and internal id of a global id, or null when it is invalid. */
  open(globalId: string): { type: string; id: bigint } | null {
    if (!/^[\w-]{22}$/.test(globalId)) return null;
    const sealed = Buffer.from(globalId, 'base64url');
    if (sealed.toString('base64url') !== globalId) return null;
    const block = this.#decipher.update(sealed);
    const type = this.#typeOf.get(block.toString('hex', 0, 8));
    const id = block.readBigInt64BE(8);
    return type === undefined || id <= 0n ? null : { type, id };
  }

  /** The internal id behind `globalId` if it names a thing of `type`, else null. */
  openAs(type: string, globalId: string): bigint | null {
    const opened = this.open(globalId);
    return opened?.type === type ? opened.id : null;
  }
}
