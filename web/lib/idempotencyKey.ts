/** 128 random bits in hex. Not crypto.randomUUID, which is unavailable over plain HTTP on a local network. */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps one key per request until there is a definite answer, so that a retry after a lost response is applied once. A
 * request with other values is another request.
 */
export class IdempotencyKeyHolder {
  #current: { readonly key: string; readonly deed: string } | null = null;

  /** The key for this request: the current one if the last request was the same and has no answer yet. */
  for(deed: string): string {
    if (this.#current?.deed !== deed) this.#current = { key: makeIdempotencyKey(), deed };
    return this.#current.key;
  }

  /**
   * Marks the request with this key as answered: the next one gets a new key. Late answers to earlier requests have no
   * effect.
   */
  answered(key: string): void {
    if (this.#current?.key === key) this.#current = null;
  }
}
