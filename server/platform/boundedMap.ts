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

  /** Takes out the entry set longest ago and gives its value; undefined where there is none. */
  takeOldest(): Value | undefined {
    return this.#deleteOldest()?.[1];
  }

  #forgetOldest(): void {
    const oldest = this.#deleteOldest();
    if (oldest) this.#onForget(...oldest);
  }

  #deleteOldest(): [Key, Value] | undefined {
    for (const entry of this.#entries) {
      this.#entries.delete(entry[0]);
      return entry;
    }
    return undefined;
  }
}
