import { network, site } from './network.ts';

export interface LaneBounds {
  /** Of all items together, by weight. */
  readonly most: number;
  /** Of the items of one site; those of unknown addresses have no bound of their own. */
  readonly mostOfSite: number;
}

/** What waits of a site: by network, in the order of the networks' turns. `size`: the items' weights together. */
interface Site<Item> {
  size: number;
  readonly networks: Map<string, Item[]>;
}

/** The key of callers whose address isn't known, who are one site. */
const UNKNOWN = '';

/**
 * Items that wait, taken in turn by the site (IPv4 address, IPv6 /48) they came from, and within it in turn by the network
 * (IPv6 /64), so that the wait of one item depends on the number of sites and not on how much another one sends. Above a
 * bound the newest item of the site with the most has to go.
 */
export class FairLanes<Item> {
  readonly #bounds: LaneBounds;
  readonly #weightOf: (item: Item) => number;
  /** A map keeps the order of insertion: its first entry has the next turn, and is inserted anew at the end after it. */
  readonly #sites = new Map<string, Site<Item>>();
  #size = 0;

  /** `weightOf`: an item's share of the bounds, the same whenever it is asked for. Default: each weighs 1. */
  constructor(bounds: LaneBounds, weightOf: (item: Item) => number = () => 1) {
    this.#bounds = bounds;
    this.#weightOf = weightOf;
  }

  /** The weights of all items together. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds an item that came from `address` (null: unknown). Returns the item that has to go above a bound, which may be this
   * one; undefined otherwise.
   */
  add(address: string | null, item: Item): Item | undefined {
    const name = address === null ? UNKNOWN : site(address);
    const networkName = address === null ? UNKNOWN : network(address);
    const own: Site<Item> = this.#sites.get(name) ?? { size: 0, networks: new Map() };
    this.#sites.set(name, own);
    const items = own.networks.get(networkName) ?? [];
    own.networks.set(networkName, items);
    items.push(item);
    own.size += this.#weightOf(item);
    this.#size += this.#weightOf(item);
    if (own.size > this.#bounds.mostOfSite && name !== UNKNOWN) return this.#removeNewest(name, networkName);
    return this.#size > this.#bounds.most ? this.dropNewest(address) : undefined;
  }

  /**
   * Takes out the newest item of the site with the most, of that of `address` where several have as much; undefined where none
   * waits.
   */
  dropNewest(address: string | null): Item | undefined {
    const name = address === null ? UNKNOWN : site(address);
    const preferred = address === null ? UNKNOWN : network(address);
    return this.#removeNewest(
      largest(this.#sites, name, ({ size }) => size),
      preferred,
    );
  }

  /** Takes out the item whose turn it is; undefined where none waits. */
  take(): Item | undefined {
    const [next] = this.#sites;
    if (next === undefined) return undefined;
    const [name, { networks }] = next;
    const [first] = networks;
    if (first === undefined) throw new Error('a site without items has a turn');
    const [networkName, items] = first;
    const item = items.shift();
    this.#removed(name, networkName, item);
    moveToEnd(networks, networkName);
    moveToEnd(this.#sites, name);
    return item;
  }

  /** Of the site's network with the most items: `preferred` where several have as many. */
  #removeNewest(name: string, preferred: string): Item | undefined {
    const networks = this.#sites.get(name)?.networks ?? new Map<string, Item[]>();
    const networkName = largest(networks, preferred, (items) => items.length);
    const item = networks.get(networkName)?.pop();
    this.#removed(name, networkName, item);
    return item;
  }

  /** Counts an item that was removed, and forgets what is empty then. */
  #removed(name: string, networkName: string, item: Item | undefined): void {
    const from = this.#sites.get(name);
    if (from === undefined || item === undefined) return;
    this.#size -= this.#weightOf(item);
    from.size -= this.#weightOf(item);
    if (from.networks.get(networkName)?.length === 0) from.networks.delete(networkName);
    if (from.networks.size === 0) this.#sites.delete(name);
    // Weights with a fraction don't add up exactly.
    if (this.#sites.size === 0) this.#size = 0;
  }
}

/** The key of the entry with the largest size: `preferred` where none has a larger one. */
function largest<Value>(entries: ReadonlyMap<string, Value>, preferred: string, sizeOf: (value: Value) => number) {
  const own = entries.get(preferred);
  let [found, most] = [preferred, own === undefined ? 0 : sizeOf(own)];
  for (const [key, value] of entries) if (sizeOf(value) > most) [found, most] = [key, sizeOf(value)];
  return found;
}

function moveToEnd<Value>(entries: Map<string, Value>, key: string): void {
  const value = entries.get(key);
  if (value === undefined) return;
  entries.delete(key);
  entries.set(key, value);
}
