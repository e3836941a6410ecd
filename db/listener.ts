import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type DatabaseAddress, openConnection } from './client.ts';
import { destroyConnection, endWithin, AnswerTimeoutError } from './deadline.ts';
import { type ConnectionLimits, limitsFor } from './limits.ts';

/** One connection that receives the NOTIFYs of any server on the database. */
export interface Listener {
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;
const END_MS = 1_000;

/**
 * The pooler changes the server connection from one transaction to the next, so neither LISTEN nor prepared statements
 * work.
 */
export class TransactionPoolingError extends Error {
  override readonly name = 'TransactionPoolingError';
}

const TRANSACTION_POOLING =
  'DATABASE_URL leads to a pooler that assigns servers by transaction or statement, which loses LISTEN and prepared ' +
  'statements. Session pooling works (pgbouncer: pool_mode = session), and so does PostgreSQL itself.';

export interface ListenerEvents {
  readonly onMessage: (payload: string) => void;
  /** The connection broke or stopped receiving: from now on messages are missed. */
  readonly onLost: (reason: Error) => void;
  /** The connection is restored: state that depends on having received every message is stale. */
  readonly onReconnect: () => void;
}

/**
 * Listens on `channel` (lower case) over a dedicated connection and resolves once LISTEN is active. Once per answer
 * deadline it sends itself a message, which must come back on the same session. If it doesn't, or the connection
 * breaks, it reconnects, without limit of attempts. Rejects only if the first connection fails, or with
 * TransactionPoolingError.
 */
export async function openListener(
  address: DatabaseAddress,
  channel: string,
  { onMessage, onLost, onReconnect }: ListenerEvents,
  limits: ConnectionLimits = limitsFor('listener'),
): Promise<Listener> {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const connect = () =>
    openListening(address, channel, limits, onMessage, (connection, reason) => {
      if (closed || connection !== client) return;
      onLost(reason);
      reconnectLater(FIRST_RETRY_MS);
    });

  function reconnectLater(delayMs: number): void {
    retry = setTimeout(() => {
      connect().then(
        (connection) => {
          if (closed) {
            void endWithin(connection, END_MS);
            return;
          }
          client = connection;
          onReconnect();
        },
        () => {
          if (!closed) reconnectLater(Math.min(delayMs * 2, MAX_RETRY_MS));
        },
      );
    }, delayMs);
    retry.unref();
  }

  const first = await connect();
  client = first;
  await refuseTransactionPooling(address, first, limits).catch(async (error: unknown) => {
    closed = true;
    clearTimeout(retry);
    await endWithin(first, END_MS);
    throw error;
  });

  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      if (client) await endWithin(client, END_MS);
    },
  };
}

/**
 * A connection on which LISTEN is active, verified once per answer deadline. When it breaks or stops receiving it is
 * destroyed, and `onBroken` called once.
 */
async function openListening(
  address: DatabaseAddress,
  channel: string,
  limits: ConnectionLimits,
  onMessage: ListenerEvents['onMessage'],
  onBroken: (connection: pg.Client, reason: Error) => void,
): Promise<pg.Client> {
  const connection = await openConnection(address, limits);
  const session = new Session(connection, limits.answerMs);
  let heartbeat: NodeJS.Timeout | undefined;
  let broken = false;
  const end = (reason: Error) => {
    if (broken) return;
    broken = true;
    clearInterval(heartbeat);
    destroyConnection(connection, reason);
    onBroken(connection, reason);
  };
  connection.on('error', end);
  connection.on('end', () => end(new AnswerTimeoutError('the connection ended')));
  connection.on('notification', (message) => {
    if (message.channel === channel) onMessage(message.payload ?? '');
    else session.receive(message);
  });
  try {
    await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
    await session.begin();
  } catch (error) {
    end(error as Error);
    throw error;
  }
  heartbeat = setInterval(() => void session.check().catch(end), limits.answerMs);
  heartbeat.unref();
  return connection;
}

/** Verifies that a connection still reaches the listening session, by messages to itself on a separate channel. */
class Session {
  readonly #connection: pg.Client;
  readonly #deadlineMs: number;
  readonly #echoes = `echo_${randomUUID()}`;
  #pid: number | undefined;
  #onEcho = () => {};

  constructor(connection: pg.Client, deadlineMs: number) {
    this.#connection = connection;
    this.#deadlineMs = deadlineMs;
  }

  async begin(): Promise<void> {
    await this.#connection.query(`listen ${this.#connection.escapeIdentifier(this.#echoes)}`);
    await this.check();
  }

  receive({ channel }: pg.Notification): void {
    if (channel === this.#echoes) this.#onEcho();
  }

  /** Rejects unless a message to itself comes back in time and the session is unchanged. */
  async check(): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const echo = new Promise<void>((resolve, reject) => {
      this.#onEcho = resolve;
      // The statement has its own deadline. If the message doesn't follow the statement's answer, another session
      // received it.
      late = setTimeout(() => reject(new TransactionPoolingError(TRANSACTION_POOLING)), this.#deadlineMs);
    });
    // Handled below, unless the statement fails first.
    echo.catch(() => {});
    try {
      const { rows } = await this.#connection.query<{ pid: number }>({
        name: 'listener_echo',
        text: 'select pg_backend_pid() as pid, pg_notify($1, null)',
        values: [this.#echoes],
      });
      const pid = rows[0]?.pid;
      this.#pid ??= pid;
      if (pid !== this.#pid) throw new TransactionPoolingError(TRANSACTION_POOLING);
      await echo;
    } finally {
      clearTimeout(late);
    }
  }
}

/**
 * Detects a pooler in transaction mode, which may give the listening server connection to another client: a transaction
 * held open by another connection reveals the switch. Fails likewise when a prepared statement is lost.
 */
async function refuseTransactionPooling(
  address: DatabaseAddress,
  listening: pg.Client,
  limits: ConnectionLimits,
): Promise<void> {
  const pidOf = async (connection: pg.Client) => {
    const { rows } = await connection.query<{ pid: number }>({
      name: 'listener_pid',
      text: 'select pg_backend_pid() as pid',
    });
    return rows[0]?.pid;
  };
  const before = await pidOf(listening);
  const other = await openConnection(address, limits);
  try {
    await other.query('begin');
    await other.query('select 1');
    const after = await pidOf(listening).catch((cause: unknown) => {
      throw new TransactionPoolingError(TRANSACTION_POOLING, { cause });
    });
    if (after !== before) throw new TransactionPoolingError(TRANSACTION_POOLING);
  } finally {
    await endWithin(other, END_MS);
  }
}
