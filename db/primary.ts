import type pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { destroyConnection, endWithin } from './deadline.ts';
import { isUnavailable, UnavailableError } from './unavailable.ts';

const END_MS = 1_000;
/** SQLSTATE read_only_sql_transaction: what a standby answers to a write. */
const READ_ONLY = '25006';

/** Rejects with UnavailableError where the connection's host takes no writes. */
export async function refuseStandby(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<{ takesNoWrites: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "takesNoWrites"`,
  );
  if (rows[0]?.takesNoWrites !== false)
    throw new UnavailableError(`${connection.host}:${connection.port} is a standby`);
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

/**
 * Asks all hosts at once and keeps the first connection to one that takes writes, so that a dead host delays nobody.
 * `open` must have deadlines, and reject where the host is a standby.
 */
export async function openOnPrimary(
  hosts: readonly DatabaseAddress[],
  open: (host: DatabaseAddress) => Promise<pg.Client>,
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
