import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { endWithin } from './deadline.ts';
import type { ConnectionLimits } from './limits.ts';
import { isUnavailable } from './unavailable.ts';

const END_MS = 1_000;
/** Connections that are opened at once; more are opened one after the other. */
export const FIRST_CONNECTIONS = 4;
/** How long all connections must have been in use before one more is opened, in milliseconds. */
export const GROWTH_MS = 50;
/** Pause after a search that found no database that takes writes, in milliseconds. */
export const SEARCH_PAUSE_MS = 200;

/** Opens a connection to the host that takes writes. */
type OpenOnPrimary = () => Promise<{ host: DatabaseAddress; connection: pg.Client }>;
type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * A pool whose connections have deadlines, and lead to the host that takes writes. While there is none, it is searched for on
 * behalf of all callers, a few times a second: with an attempt for each of them, a few servers take all CPU time of the machine
 * on which a standby is being promoted.
 *
 * It grows slowly (slow start), because a new connection costs PostgreSQL some 30 ms of CPU time (process, caches, plans), and one
 * that exists answers most statements within 1 ms. Without this, all servers open all their connections at once when a
 * database is back after a failover, and the first bets wait for that.
 */
export class BoundedPool extends pg.Pool {
  readonly #open: OpenOnPrimary;
  /** Whether there is one host, which is used whatever it is. */
  readonly #hasOneHost: boolean;
  /** How many connections there can be. `options.max` is how many there may be at the moment. */
  readonly most: number;
  /** Whether the host that takes writes is known, as far as this pool's connections have shown. */
  #isKnown: boolean;
  #finding: Promise<void> | undefined;
  /** Ends when the next search may begin. */
  #pause: Promise<void> = Promise.resolve();
  #growth: NodeJS.Timeout | undefined;

  constructor(
    config: pg.PoolConfig & { max: number },
    readonly limits: ConnectionLimits,
    { open, hasOneHost }: { open: OpenOnPrimary; hasOneHost: boolean },
  ) {
    super({ ...config, max: Math.min(config.max, FIRST_CONNECTIONS) });
    this.#open = open;
    this.#hasOneHost = hasOneHost;
    this.#isKnown = hasOneHost;
    this.most = config.max;
    this.on('remove', () => this.#shrink());
  }

  /** The next new connection looks for the primary again. */
  forgetPrimary(): void {
    this.#isKnown = this.#hasOneHost;
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

  async #connectToPrimary(): Promise<pg.PoolClient> {
    // One host takes writes as long as a connection to it is open.
    const wasKnown = this.#isKnown || (this.#hasOneHost && this.totalCount > 0);
    if (!wasKnown) await this.#findPrimary();
    try {
      return await this.#connect();
    } catch (error) {
      if (!isUnavailable(error) || isPoolFull(error)) throw error;
      this.#isKnown = false;
      if (!wasKnown || this.#hasOneHost) throw error;
      await this.#findPrimary();
      return await this.#connect();
    }
  }

  /** One search at a time serves all callers, those too that come in the pause after one that found nothing. */
  #findPrimary(): Promise<void> {
    this.#finding ??= this.#search().finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  async #search(): Promise<void> {
    await this.#pause;
    try {
      const { host, connection } = await this.#open();
      Object.assign(this.options, host);
      this.#isKnown = true;
      await endWithin(connection, END_MS);
    } catch (error) {
      this.#pause = new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS));
      throw error;
    }
  }
}

/** All connections were in use for too long, which says nothing about the host. */
function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
