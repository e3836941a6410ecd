import pg from 'pg';
import type { DatabaseAddress, HostSearch } from './address.ts';
import type { ConnectionLimits } from './limits.ts';

/** Connections that are opened at once; more are opened one after the other. */
export const FIRST_CONNECTIONS = 2;
/** How long all connections must have been in use before one more is opened, in milliseconds. */
export const GROWTH_MS = 50;

type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * A pool whose connections have deadlines, and lead to the host that takes writes.
 *
 * It grows slowly (slow start), because a new connection costs PostgreSQL some 30 ms of CPU time (process, caches, plans), and one
 * that exists answers most statements within 1 ms. Without this, all servers open all their connections at once when a
 * database is back after a failover, and the first bets wait for that.
 */
export class BoundedPool extends pg.Pool {
  readonly #search: HostSearch;
  /** How many connections there can be. `options.max` is how many there may be at the moment. */
  readonly most: number;
  /** To which its new connections lead. */
  #host: DatabaseAddress | undefined;
  /** Connections that were opened and not yet removed. */
  #opened = 0;
  #growth: NodeJS.Timeout | undefined;

  constructor(
    config: pg.PoolConfig & { max: number },
    readonly limits: ConnectionLimits,
    search: HostSearch,
  ) {
    super({ ...config, max: Math.min(config.max, FIRST_CONNECTIONS) });
    this.#search = search;
    this.most = config.max;
    this.on('connect', () => (this.#opened += 1));
    this.on('remove', () => {
      this.#opened -= 1;
      this.#shrink();
    });
  }

  /** The next new connection looks for the primary again. */
  forgetPrimary(): void {
    if (!this.#search.hasOneHost) this.#search.forget(this.#host);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnection): void;
  override connect(callback?: OnConnection): Promise<pg.PoolClient> | void {
    const connecting = this.#connectToPrimary();
    if (!callback) return connecting;
    // oxlint-disable promise/no-callback-in-promise -- pg-pool's own query() calls this with a callback
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: Error) => callback(error, undefined, () => {}),
    );
    // oxlint-enable promise/no-callback-in-promise
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    clearTimeout(this.#growth);
    return callback ? super.end(callback) : super.end();
  }

  #connect(): Promise<pg.PoolClient> {
    const connecting = super.connect();
    this.#growIfBusy();
    return connecting;
  }

  #growIfBusy(): void {
    if (this.#growth || this.ending || this.waitingCount === 0 || this.options.max >= this.most) return;
    this.#growth = setTimeout(() => void this.#grow(), GROWTH_MS).unref();
  }

  /** Opens one more connection for those that wait. They stay in the queue meanwhile, so that whatever is free first serves them. */
  async #grow(): Promise<void> {
    if (!this.ending && this.waitingCount > 0) {
      this.options.max = Math.min(this.most, this.totalCount + 1);
      try {
        (await super.connect()).release();
      } catch {
        // Those that wait have deadlines of their own, and fail with the reason.
        this.#shrink();
      }
    }
    this.#growth = undefined;
    this.#growIfBusy();
  }

  #shrink(): void {
    this.options.max = Math.min(this.most, Math.max(FIRST_CONNECTIONS, this.totalCount));
  }

  #connectToPrimary(): Promise<pg.PoolClient> {
    // One host takes writes as long as a connection to it is open.
    if (this.#search.hasOneHost && this.#opened > 0) return this.#connect();
    return this.#search.use((host) => {
      this.#host = host;
      Object.assign(this.options, host);
      return this.#connect();
    });
  }
}
