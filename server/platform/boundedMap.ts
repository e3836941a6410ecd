/** A map that drops its oldest entry (by the time it was set) when a new key would exceed its maximum size. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #maxSize: number;
  readonly #onForget: (key: Key, value: Value) => void;

  /** `onForget` is called for entries that are dropped to make room. */
  constructor(maxSize: number, onForget: (key: Key, value: Value) => void = () => {}) {
    this.#maxSize = maxSize;
    this.#onForget = onForget;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Sets an entry, which becomes the newest even if the key was present. */
  set(key: Key, value: Value): void {
    if (!this.#entries.delete(key) && this.#entries.size >= this.#maxSize) this.#forgetOldest();
    this.#entries.set(key, value);
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  #forgetOldest(): void {
    for (const [key, value] of this.#entries) {
      this.#entries.delete(key);
      this.#onForget(key, value);
      return;
    }
  }
}
