/** 128 random bits in hex. Not crypto.randomUUID, which is unavailable over plain HTTP on a local network. */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keeps one key per request until there is a definite answer, so that a retry after a lost response is applied once. A
 * request with other values is another request, with a key of its own.
 */
export class IdempotencyKeyHolder {
  readonly #unanswered = new Map<string, string>();

  /** The key for this request: that of the same request while it has no answer, else a new one. */
  for(request: string): string {
    const key = this.#unanswered.get(request) ?? makeIdempotencyKey();
    this.#unanswered.set(request, key);
    return key;
  }

  /** Marks a request as answered: the next one gets a new key. A late answer to an earlier key has no effect. */
  answered(request: string, key: string): void {
    if (this.#unanswered.get(request) === key) this.#unanswered.delete(request);
  }

  /** Drops all keys, as another user must not send them. */
  clear(): void {
    this.#unanswered.clear();
  }
}
