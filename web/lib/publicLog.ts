/**
 * The public log (tlog-tiles), read in the browser: whether one checkpoint continues another. Shares no code with the
 * server's implementation, so that each verifies the other.
 */

/** A state of the log. */
export interface LogHead {
  readonly origin: string;
  readonly size: number;
  /** Base64. */
  readonly root: string;
}

/** Bytes of a tile, by its path after `tile/`. Rejects where there is none. */
export type FetchTile = (path: string) => Promise<Uint8Array>;

type Hash = Uint8Array<ArrayBuffer>;
const width = 256;

/** Reads the text of a checkpoint. Null when it is none. */
export function parseLogHead(note: string): LogHead | null {
  const [origin = '', size = '', root = ''] = note.split('\n');
  return origin !== '' && /^\d{1,15}$/.test(size) && /^[A-Za-z0-9+/]{43}=$/.test(root)
    ? { origin, size: Number(size), root }
    : null;
}

/**
 * Whether the log continues from `before` to `after`: no entry was changed or removed. Asks for the hashes of the tree after
 * and rejects where they don't come.
 */
export async function continues(before: LogHead, after: LogHead, fetchTile: FetchTile): Promise<boolean> {
  if (before.origin !== after.origin || before.size > after.size) return false;
  if (before.size === after.size) return before.root === after.root;
  if (before.size === 0) return true;
  const tree = new Tree(after.size, fetchTile);
  // The subtrees of which the tree before is made, then those that lead from it to the tree after.
  const [was, is] = await tree.roots(before.size);
  return base64(was) === before.root && base64(is) === after.root;
}

class Tree {
  readonly #size: number;
  readonly #fetchTile: FetchTile;
  readonly #tiles = new Map<string, Promise<Uint8Array>>();

  constructor(size: number, fetchTile: FetchTile) {
    this.#size = size;
    this.#fetchTile = fetchTile;
  }

  /** The roots of the first `before` entries and of all, the second computed from the first one's subtrees. */
  roots(before: number): Promise<[Hash, Hash]> {
    return this.#both(before, 0, this.#size);
  }

  /** Both hashes of the entries from `from`: of those below `before`, and of those below `to`. */
  async #both(before: number, from: number, to: number): Promise<[Hash, Hash]> {
    if (before === to) {
      const hash = await this.#hashOf(from, to);
      return [hash, hash];
    }
    const middle = from + largestPowerBelow(to - from);
    if (before <= middle) {
      const [was, is] = await this.#both(before, from, middle);
      return [was, await parentOf(is, await this.#hashOf(middle, to))];
    }
    const left = await this.#hashOf(from, middle);
    const [was, is] = await this.#both(before, middle, to);
    return [await parentOf(left, was), await parentOf(left, is)];
  }

  async #hashOf(from: number, to: number): Promise<Hash> {
    const height = Math.log2(to - from);
    if (Number.isInteger(height)) return this.#complete(Math.floor(height / 8), from, to);
    const middle = from + largestPowerBelow(to - from);
    return parentOf(await this.#hashOf(from, middle), await this.#hashOf(middle, to));
  }

  async #complete(level: number, from: number, to: number): Promise<Hash> {
    if (to - from === width ** level) return this.#stored(level, from / width ** level);
    const middle = (from + to) / 2;
    return parentOf(await this.#complete(level, from, middle), await this.#complete(level, middle, to));
  }

  async #stored(level: number, index: number): Promise<Hash> {
    const tile = Math.floor(index / width);
    const hashes = Math.min(width, Math.floor(this.#size / width ** level) - tile * width);
    const path = `${level}/${pathOf(tile)}${hashes < width ? `.p/${hashes}` : ''}`;
    const bytes = this.#tiles.get(path) ?? this.#fetchTile(path);
    this.#tiles.set(path, bytes);
    const at = (index - tile * width) * 32;
    const hash = new Uint8Array((await bytes).slice(at, at + 32));
    if (hash.length !== 32) throw new Error(`the tile ${path} is too short`);
    return hash;
  }
}

/** `1234067` is `x001/x234/067`. */
function pathOf(tile: number): string {
  const digits = String(tile);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

const largestPowerBelow = (count: number) => 2 ** Math.floor(Math.log2(count - 1));

async function parentOf(left: Hash, right: Hash): Promise<Hash> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([1, ...left, ...right])));
}

const base64 = (bytes: Hash) => btoa(String.fromCharCode(...bytes));
