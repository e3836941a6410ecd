import { sql } from 'drizzle-orm';
import type { Database, DatabaseAddress } from '../../db/client.ts';
import type { ConnectionLimits } from '../../db/limits.ts';
import { type Listener, openListener } from '../../db/listener.ts';
import { EVENT_CHANNEL, type DomainEvent } from '../domain/events.ts';
import { EventBus } from '../platform/events.ts';
import type { Logger } from '../platform/log.ts';

export interface RelayedEvents {
  readonly events: EventBus<DomainEvent>;
  /** Sends what is pending, then stops receiving. */
  stop(): Promise<void>;
}

/** An event bus that reaches every server on the database, by Postgres NOTIFY. */
export async function relayedEvents(
  address: DatabaseAddress,
  { db }: Database,
  log: Logger,
  limits?: ConnectionLimits,
): Promise<RelayedEvents> {
  const events = new EventBus<DomainEvent>({
    onError: (err) => log.error({ err }, 'an event was not sent'),
    relay: {
      async send(payloads) {
        await db.execute(
          sql`select pg_notify(${EVENT_CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) payload`,
        );
      },
    },
  });
  const listener: Listener = await openListener(
    address,
    EVENT_CHANNEL,
    {
      onMessage: (payload) => events.receive(payload),
      onLost: (err) => {
        log.warn({ err }, 'events of other servers are missed until the listener is connected again');
        events.disconnected();
      },
      onReconnect: () => events.reconnected(),
    },
    limits,
  );
  events.reconnected();
  return {
    events,
    async stop() {
      await events.stop();
      await listener.close();
    },
  };
}
