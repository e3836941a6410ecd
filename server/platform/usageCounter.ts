/** Counts what each key (an account, an address) holds at a time, up to a maximum. */
export class UsageCounter {
  readonly #held = new Map<string, number>();

  /**
   * Takes one more for `key` and returns the function that releases it (idempotent); null when the key already holds
   * `most`.
   */
  take(key: string, most: number): (() => void) | null {
    const held = this.#held.get(key) ?? 0;
    if (held >= most) return null;
    this.#held.set(key, held + 1);
    let freed = false;
    return () => {
      if (freed) return;
      freed = true;
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left === 0) this.#held.delete(key);
      else this.#held.set(key, left);
    };
  }
}
