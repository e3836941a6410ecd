import { createHmac } from 'node:crypto';

/** Keyed hashes of emails: what is kept of an address that must be recognized and not be readable. */
export class EmailHashes {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** 32 bytes, the same for each spelling of an email. */
  of(email: string): Buffer {
    return createHmac('sha256', this.#key).update(email.trim().toLowerCase()).digest();
  }
}
