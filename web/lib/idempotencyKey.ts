/** 128 random bits in hex. Not crypto.randomUUID, which plain HTTP on a local network lacks. */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps one key for one deed until it has a definite answer, so that trying again after a lost answer cannot do it
 * twice. A deed with other particulars is another deed.
 */
export class KeptKey {
  #kept: { readonly key: string; readonly deed: string } | null = null;

  /** The key for this deed: the kept one when the last answer to the same deed was never heard. */
  for(deed: string): string {
    if (this.#kept?.deed !== deed) this.#kept = { key: makeIdempotencyKey(), deed };
    return this.#kept.key;
  }

  /** An answer came, yes or no: the next deed is a new one. */
  answered(): void {
    this.#kept = null;
  }
}
