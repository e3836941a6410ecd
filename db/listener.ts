import pg from 'pg';
import { connectionOptions, type DatabaseAddress } from './client.ts';

/** One connection that hears the NOTIFYs of any server on the database. */
export interface Listener {
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
/** A half-open connection never errors by itself: ask now and then whether anybody is there, and expect an answer by then. */
const HEARTBEAT_MS = 3_000;
const CONNECT_PATIENCE_MS = 5_000;

export interface ListenerEvents {
  readonly onMessage: (payload: string) => void;
  /** The connection broke: from here on messages are missed. */
  readonly onLost: () => void;
  /** It stands again: whatever relies on having heard everything is stale. */
  readonly onReconnect: () => void;
}

/**
 * Listens on `channel` (lower case) over a dedicated connection and resolves once it does. When the connection breaks
 * it is made again, for ever. Rejects only if the first connection fails.
 */
export async function openListener(
  address: DatabaseAddress,
  channel: string,
  { onMessage, onLost, onReconnect }: ListenerEvents,
): Promise<Listener> {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<pg.Client> {
    const connection = new pg.Client({
      ...connectionOptions(address),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_PATIENCE_MS,
    });
    let broken = false;
    let answered = true;
    const onBroken = () => {
      if (broken) return;
      broken = true;
      clearInterval(heartbeat);
      connection.end().catch(() => {});
      if (closed || connection !== client) return;
      onLost();
      reconnectLater(FIRST_RETRY_MS);
    };
    const heartbeat = setInterval(() => {
      if (!answered) return onBroken();
      answered = false;
      connection.query('select 1').then(() => (answered = true), onBroken);
    }, HEARTBEAT_MS);
    heartbeat.unref();
    connection.on('error', onBroken);
    connection.on('end', onBroken);
    connection.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await connection.connect();
      await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
    } catch (error) {
      onBroken();
      throw error;
    }
    return connection;
  }

  function reconnectLater(delayMs: number): void {
    retry = setTimeout(() => {
      connect().then(
        (connection) => {
          if (closed) {
            connection.end().catch(() => {});
            return;
          }
          client = connection;
          onReconnect();
        },
        () => {
          if (!closed) reconnectLater(Math.min(delayMs * 2, LONGEST_RETRY_MS));
        },
      );
    }, delayMs);
    retry.unref();
  }

  let client: pg.Client | undefined;
  client = await connect();

  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
