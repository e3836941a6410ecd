import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { endWithin } from './deadline.ts';
import type { ConnectionLimits } from './limits.ts';
import { isUnavailable } from './unavailable.ts';

const END_MS = 1_000;

/** Opens a connection to the host that takes writes. */
type OpenOnPrimary = () => Promise<{ host: DatabaseAddress; connection: pg.Client }>;
type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool whose connections have deadlines, and lead to the host that takes writes. */
export class BoundedPool extends pg.Pool {
  /** Undefined where the address has one host, whatever it is. */
  readonly #open: OpenOnPrimary | undefined;
  #isKnown = false;
  #finding: Promise<void> | undefined;

  constructor(
    config: pg.PoolConfig,
    readonly limits: ConnectionLimits,
    open: OpenOnPrimary | undefined,
  ) {
    super(config);
    this.#open = open;
  }

  /** The next new connection looks for the primary again. */
  forgetPrimary(): void {
    this.#isKnown = false;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnection): void;
  override connect(callback?: OnConnection): Promise<pg.PoolClient> | void {
    if (!this.#open) return callback ? super.connect(callback) : super.connect();
    const connecting = this.#connectToPrimary(this.#open);
    if (!callback) return connecting;
    // oxlint-disable promise/no-callback-in-promise -- pg-pool's own query() calls this with a callback
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: Error) => callback(error, undefined, () => {}),
    );
    // oxlint-enable promise/no-callback-in-promise
  }

  async #connectToPrimary(open: OpenOnPrimary): Promise<pg.PoolClient> {
    const wasKnown = this.#isKnown;
    if (!wasKnown) await this.#findPrimary(open);
    try {
      return await super.connect();
    } catch (error) {
      if (!isUnavailable(error) || isPoolFull(error)) throw error;
      this.#isKnown = false;
      if (!wasKnown) throw error;
      await this.#findPrimary(open);
      return await super.connect();
    }
  }

  /** One search at a time serves all callers. */
  #findPrimary(open: OpenOnPrimary): Promise<void> {
    this.#finding ??= open()
      .then(async ({ host, connection }) => {
        Object.assign(this.options, host);
        this.#isKnown = true;
        await endWithin(connection, END_MS);
      })
      .finally(() => (this.#finding = undefined));
    return this.#finding;
  }
}

/** All connections were in use for too long, which says nothing about the host. */
function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
