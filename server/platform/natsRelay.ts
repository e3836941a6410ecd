import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { EventRelay } from './events.ts';

/** How long a start waits for the bus before it goes on without, and how long a message may take to it. */
const ANSWER_MS = 3_000;
/** A connection that answers two pings less is dead. */
const PING_MS = 2_000;
const RECONNECT_MS = 500;

export interface NatsAddress {
  /** `nats://` or `tls://`, with user and password or a token if needed. */
  readonly url: string;
  /** One for each installation, so that several may share one NATS. */
  readonly subject: string;
}

export interface NatsEvents {
  readonly onMessage: (payload: string) => void;
  /** The connection broke: from now on messages are missed. */
  readonly onLost: (reason: Error) => void;
  /** Connected, at first or again: state that depends on having received every message is stale. */
  readonly onConnect: () => void;
}

export interface NatsRelay extends EventRelay {
  close(): Promise<void>;
}

/**
 * A relay over NATS. Resolves once it is connected, or after 3 s without, and then goes on connecting: a server starts
 * and serves without its bus. Messages are kept nowhere; what is sent while it is down is refused, so that the event bus
 * sends it again.
 */
export async function openNatsRelay(
  { url, subject }: NatsAddress,
  { onMessage, onLost, onConnect }: NatsEvents,
): Promise<NatsRelay> {
  let connection: NatsConnection | undefined;
  let up = false;
  const connected = async (nats: NatsConnection) => {
    // NATS has the subscription once it answers: nothing after this is missed.
    await within(nats.flush());
    up = true;
    onConnect();
  };
  const connecting = connect(optionsOf(url)).then(async (nats) => {
    connection = nats;
    nats.subscribe(subject, {
      callback: (error, message) => {
        if (!error) onMessage(message.string());
      },
    });
    void follow(nats);
    await connected(nats);
  });

  async function follow(nats: NatsConnection): Promise<void> {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect') {
        if (up) onLost(new Error('the connection to NATS broke'));
        up = false;
      }
      // A connection that breaks again meanwhile reports that by itself.
      if (status.type === 'reconnect') await connected(nats).catch(() => {});
    }
  }

  // A connection that comes later, or never, must not be an unhandled rejection.
  connecting.catch(() => {});
  await within(connecting).catch((error: unknown) => onLost(error as Error));
  return {
    async send(payloads) {
      if (!connection || !up) throw new Error('NATS is not connected');
      for (const payload of payloads) connection.publish(subject, payload);
      await within(connection.flush());
    },
    async close() {
      // The first connection may still be being made.
      if (connection === undefined) void connecting.then(() => connection?.close()).catch(() => {});
      else await connection.close();
    },
  };
}

function optionsOf(url: string): Parameters<typeof connect>[0] {
  const { protocol, host, username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    name: 'rangoli',
    // A server's own messages are no news to it.
    noEcho: true,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    timeout: ANSWER_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ...(protocol === 'tls:' && { tls: {} }),
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
  };
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`NATS did not answer within ${ANSWER_MS / 1_000} s`)), ANSWER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
