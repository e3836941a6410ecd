import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/**
 * Global ids: the thing's type and internal id as one AES-128 block, in base64url. Deterministic, so that caches and
 * links keep working; without the key nothing can be counted, guessed or turned into the id of another type.
 */
export class SealedIds {
  readonly #key: Buffer;
  readonly #tagOf = new Map<string, Buffer>();
  readonly #typeOf = new Map<string, string>();

  /** `key`: 16 bytes. `types`: every type that may be sealed. */
  constructor(key: Buffer, types: readonly string[]) {
    if (key.length !== 16) throw new RangeError('the key of sealed ids has 16 bytes');
    this.#key = key;
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
    const cipher = createCipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
  }

  /** What a global id names, or null when it is not one of ours. */
  open(globalId: string): { type: string; id: bigint } | null {
    if (!/^[\w-]{22}$/.test(globalId)) return null;
    const sealed = Buffer.from(globalId, 'base64url');
    if (sealed.toString('base64url') !== globalId) return null;
    const decipher = createDecipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false);
    const block = Buffer.concat([decipher.update(sealed), decipher.final()]);
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
