/**
 * The browser's local and session storage, the only place that accesses them. Where access throws (cookies blocked), the
 * object is null (web views without storage) or a value doesn't fit, values are kept in memory for the life of the page.
 */
export class BrowserStore {
  readonly #open: () => Storage | null;
  /** What could not be stored. It hides what is stored under the same key. */
  readonly #memory = new Map<string, string>();

  /** `open` reads the property of `window`, which may throw. */
  constructor(open: () => Storage | null) {
    this.#open = open;
  }

  get(key: string): string | null {
    return this.#memory.get(key) ?? this.#attempt((storage) => storage.getItem(key)) ?? null;
  }

  /** Keeps a text. False: it is in memory only, and lost with the page. */
  set(key: string, text: string): boolean {
    return this.setAll({ [key]: text });
  }

  /** Keeps several texts, all of them in the same place: other tabs never read some without the others. */
  setAll(texts: Readonly<Record<string, string>>): boolean {
    const entries = Object.entries(texts);
    const isStored = this.#attempt((storage) => {
      for (const [key, text] of entries) storage.setItem(key, text);
      return true;
    });
    for (const [key, text] of entries) {
      if (isStored) this.#memory.delete(key);
      else {
        // A value from before must not come back with the next page.
        this.remove(key);
        this.#memory.set(key, text);
      }
    }
    return isStored ?? false;
  }

  remove(key: string): void {
    this.#memory.delete(key);
    this.#attempt((storage) => storage.removeItem(key));
  }

  keys(): string[] {
    return [...new Set([...this.#memory.keys(), ...(this.#attempt((storage) => Object.keys(storage)) ?? [])])];
  }

  /** Whether a text as long as a session would be stored now. */
  canKeep(): boolean {
    const key = 'probe';
    const isStored = this.set(key, '0'.repeat(PROBE_LENGTH));
    this.remove(key);
    return isStored;
  }

  /**
   * Calls back after another tab has changed what it shares with this one: the key, or null for all keys. Returns the
   * function that unsubscribes.
   */
  onOtherTab(listener: (key: string | null) => void): () => void {
    const changed = ({ key, storageArea }: StorageEvent) => {
      if (storageArea && storageArea !== this.#attempt((storage) => storage)) return;
      // The other tab's value is newer than what this one could not store.
      if (key === null) this.#memory.clear();
      else this.#memory.delete(key);
      listener(key);
    };
    addEventListener('storage', changed);
    return () => removeEventListener('storage', changed);
  }

  #attempt<Result>(run: (storage: Storage) => Result): Result | undefined {
    try {
      const storage = this.#open();
      return storage ? run(storage) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Characters: access token, refresh token and user data are some 800. */
const PROBE_LENGTH = 2_000;

/** What all tabs of this browser share, for as long as its data is kept. */
export const localStore = new BrowserStore(() => localStorage);

/** What belongs to this tab until it is closed; it stays when the page is loaded again. */
export const tabStore = new BrowserStore(() => sessionStorage);
