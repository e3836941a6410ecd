/** 128 random bits in hex. Not crypto.randomUUID, which plain HTTP on a local network lacks. */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps one key for one request until it has a definite answer, so that a retry after a lost answer is applied once.
 * A request with other particulars is another request.
 */
export class KeptKey {
  #kept: { readonly key: string; readonly deed: string } | null = null;

  /** The key for this deed: the kept one while the last request, if it is the same, has no answer. */
  for(deed: string): string {
    if (this.#kept?.deed !== deed) this.#kept = { key: makeIdempotencyKey(), deed };
    return this.#kept.key;
  }

  /** The request with this key was answered: the next one gets a new key. Late answers to others change nothing. */
  answered(key: string): void {
    if (this.#kept?.key === key) this.#kept = null;
  }
}
