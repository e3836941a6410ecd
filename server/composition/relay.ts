import { sql } from 'drizzle-orm';
import type { Database, DatabaseAddress } from '../../db/client.ts';
import type { ConnectionLimits } from '../../db/limits.ts';
import { openListener } from '../../db/listener.ts';
import { EVENT_CHANNEL, type DomainEvent } from '../domain/ground/verbs/events.ts';
import { EventBus, type EventRelay } from '../platform/events.ts';
import type { Logger } from '../platform/log.ts';
import { type NatsAddress, openNatsRelay } from '../platform/natsRelay.ts';

/**
 * Minimum time between two messages to the other servers. By NOTIFY one message per batch of bets cost a twentieth of a
 * bet's time; NATS costs the database nothing, and a few milliseconds save messages.
 */
const BATCH_INTERVAL_MS = { notify: 20, nats: 5 };

export interface RelayedEvents {
  readonly events: EventBus<DomainEvent>;
  /** Sends what is pending, then stops receiving. */
  stop(): Promise<void>;
}

export interface RelayOptions {
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly log: Logger;
  readonly limits?: ConnectionLimits;
  /** Undefined: by Postgres NOTIFY. */
  readonly nats?: NatsAddress | undefined;
}

/**
 * An event bus that reaches every server on the database: by Postgres NOTIFY, or by NATS. Sessions' ends travel in their
 * transaction, hence always by NOTIFY, and the listener for them runs in both cases.
 */
export async function relayedEvents(options: RelayOptions): Promise<RelayedEvents> {
  const { address, log, limits, nats } = options;
  let relay: EventRelay | undefined;
  const events = new EventBus<DomainEvent>({
    onError: (err) => log.error({ err }, 'an event was not sent'),
    relay: { send: async (payloads) => relay?.send(payloads) },
    hasOwnBus: nats !== undefined,
    batchIntervalMs: nats ? BATCH_INTERVAL_MS.nats : BATCH_INTERVAL_MS.notify,
  });
  const listener = await openListener(
    address,
    EVENT_CHANNEL,
    {
      onMessage: (payload) => events.receive(payload),
      onLost: (err) => {
        log.warn({ err }, 'events of other servers are missed until the listener is connected again');
        events.disconnected('database');
      },
      onReconnect: () => events.reconnected('database'),
    },
    limits,
  );
  events.reconnected('database');
  const bus = await openBus(options, events);
  relay = bus;
  return {
    events,
    async stop() {
      await events.stop();
      await bus.close();
      await listener.close();
    },
  };
}

/** Opens what events are sent by. */
async function openBus(
  { database: { db }, log, nats }: RelayOptions,
  events: EventBus<DomainEvent>,
): Promise<EventRelay & { close(): Promise<void> }> {
  if (!nats) {
    return {
      async send(payloads) {
        await db.execute(
          sql`select pg_notify(${EVENT_CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) payload`,
        );
      },
      close: () => Promise.resolve(),
    };
  }
  return openNatsRelay(nats, {
    onMessage: (payload) => events.receive(payload),
    onLost: (err) => {
      log.warn({ err }, 'events of other servers are missed until NATS is connected again');
      events.disconnected('bus');
    },
    onConnect: () => events.reconnected('bus'),
  });
}
