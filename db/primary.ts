import type pg from 'pg';
import type { DatabaseAddress, HostSearch } from './address.ts';
import { destroyConnection, endWithin } from './deadline.ts';
import type { DatabaseHosts } from './hosts.ts';
import { isUnavailable, UnavailableError } from './unavailable.ts';

const END_MS = 1_000;
/** Pause after a search that found no host that takes writes, in milliseconds. */
export const SEARCH_PAUSE_MS = 200;
/** How long a connection to a standby is kept for the next search, in milliseconds. */
export const KEPT_MS = 1_000;
/** SQLSTATE read_only_sql_transaction: what a standby answers to a write. */
const READ_ONLY = '25006';

/** The connection's host takes no writes. */
class StandbyError extends UnavailableError {}

/** Rejects with UnavailableError where the connection's host takes no writes. */
export async function refuseStandby(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<{ takesNoWrites: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "takesNoWrites"`,
  );
  if (rows[0]?.takesNoWrites !== false) throw new StandbyError(`${connection.host}:${connection.port} is a standby`);
}

/**
 * Destroys `connection` when a write on it was refused because its host takes none. Behind a proxy or pooler a
 * connection outlives the primary that it led to. The refused statement fails with the host's own error. `onDemoted` is
 * called first.
 */
export function leaveDemoted(connection: pg.Client, onDemoted: () => void = () => {}): void {
  // Runs after the client's own listener, which fails the statement.
  connection.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code !== READ_ONLY) return;
    onDemoted();
    destroyConnection(connection, new UnavailableError('the database takes no writes any more'));
  });
}

/** Opens a connection to a host. Must have deadlines. */
type OpenOne = (host: DatabaseAddress) => Promise<pg.Client>;

/**
 * Which host of an address takes writes, for all pools and connections to it. While there is none, it is searched for on behalf of
 * all callers, a few times a second: a server with an attempt for each of them takes the CPU time that a standby needs to be
 * promoted, because each attempt starts a process there. For the same reason the connection to a standby is kept meanwhile, and
 * asked again.
 */
export class PrimarySearch implements HostSearch {
  readonly #hosts: DatabaseHosts;
  readonly #open: OpenOne;
  #known: DatabaseAddress | undefined;
  #finding: Promise<DatabaseAddress> | undefined;
  /** Ends when the next search may begin. */
  #pause: Promise<void> = Promise.resolve();
  /** Connections to hosts that took no writes when the last search asked them. */
  readonly #standbys = new Map<DatabaseAddress, pg.Client>();
  #endOfStandbys: NodeJS.Timeout | undefined;

  /** `open` connects to a host whether or not that takes writes. */
  constructor(hosts: DatabaseHosts, open: OpenOne) {
    this.#hosts = hosts;
    this.#open = open;
    // A single host counts as the primary until a connection to it fails.
    this.#known = hosts.primaryOnly ? undefined : hosts.each[0];
  }

  get hasOneHost(): boolean {
    return !this.#hosts.primaryOnly;
  }

  forget(host: DatabaseAddress | undefined): void {
    if (host === this.#known) this.#known = undefined;
  }

  async use<Connection>(connect: (host: DatabaseAddress) => Promise<Connection>): Promise<Connection> {
    const wasKnown = this.#known !== undefined;
    const host = await this.#find();
    try {
      return await connect(host);
    } catch (error) {
      if (!isUnavailable(error) || isPoolFull(error)) throw error;
      this.forget(host);
      if (!wasKnown || this.hasOneHost) throw error;
      return connect(await this.#find());
    }
  }

  /** One search at a time serves all callers, those too that come in the pause after one that found nothing. */
  #find(): Promise<DatabaseAddress> {
    if (this.#known !== undefined) return Promise.resolve(this.#known);
    this.#finding ??= this.#search().finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  async #search(): Promise<DatabaseAddress> {
    await this.#pause;
    try {
      const { host, connection } = await openOnPrimary(this.#hosts.each, (each) => this.#openPrimary(each));
      this.#known = host;
      this.#endStandbys();
      await endWithin(connection, END_MS);
      return host;
    } catch (error) {
      this.#pause = new Promise((resolve) => setTimeout(resolve, SEARCH_PAUSE_MS));
      throw error;
    }
  }

  /** Rejects where a primary is needed and the host is a standby, whose connection is kept then. */
  async #openPrimary(host: DatabaseAddress): Promise<pg.Client> {
    const connection = this.#standbys.get(host) ?? (await this.#open(host));
    this.#standbys.delete(host);
    if (!this.#hosts.primaryOnly) return connection;
    try {
      await refuseStandby(connection);
      return connection;
    } catch (error) {
      if (error instanceof StandbyError) this.#keepStandby(host, connection);
      else void endWithin(connection, END_MS);
      throw error;
    }
  }

  #keepStandby(host: DatabaseAddress, connection: pg.Client): void {
    // An attempt of an earlier search may have ended late.
    const former = this.#standbys.get(host);
    if (former) void endWithin(former, END_MS);
    this.#standbys.set(host, connection);
    clearTimeout(this.#endOfStandbys);
    this.#endOfStandbys = setTimeout(() => this.#endStandbys(), KEPT_MS);
  }

  #endStandbys(): void {
    clearTimeout(this.#endOfStandbys);
    for (const connection of this.#standbys.values()) void endWithin(connection, END_MS);
    this.#standbys.clear();
  }
}

/** All connections of a pool were in use for too long, which says nothing about the host. */
function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/**
 * Asks all hosts at once and keeps the first connection to one that takes writes, so that a dead host delays nobody. `open`
 * rejects where the host is a standby and a primary is needed.
 */
export async function openOnPrimary(
  hosts: readonly DatabaseAddress[],
  open: OpenOne,
): Promise<{ host: DatabaseAddress; connection: pg.Client }> {
  const attempts = hosts.map(async (host) => ({ host, connection: await open(host) }));
  const found = await Promise.any(attempts).catch((error: unknown) => {
    throw noPrimary((error as AggregateError).errors as Error[]);
  });
  for (const attempt of attempts) {
    attempt.then(
      ({ connection }) => {
        if (connection !== found.connection) void endWithin(connection, END_MS);
      },
      () => {},
    );
  }
  return found;
}

/** An error that waiting doesn't end, such as a wrong password; else one that is transient. */
function noPrimary(errors: Error[]): Error {
  const lasting = errors.find((error) => !isUnavailable(error));
  const reasons = errors.map(({ message }) => message).join('; ');
  return lasting ?? new UnavailableError(`no host of the database takes writes: ${reasons}`, { cause: errors[0] });
}
