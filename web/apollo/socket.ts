import { createClient, type Client } from 'graphql-ws';
import { socketClosed, socketOpened, socketUnneeded } from './connection.ts';
import { renewSession } from './renewal.ts';
import { onUserChange, readSession } from './sessionStore.ts';
import { onWake } from './wake.ts';

/** The server closes a socket with this code when its session has expired. 4401 would be fatal for graphql-ws. */
const sessionExpired = 4403;
/** The client closes a socket with this code when the last subscription ends. */
const normalClosure = 1000;
const maxBackoffMs = 10_000;
const keepAliveMs = 12_000;
/** A socket whose ping is not answered within this time is dead, though no close was received. */
const pongMs = 5_000;

/**
 * The socket that all subscriptions share: opened by the first one, authenticated by the access token, reconnected
 * without limit and at once when the network returns, and with a fresh token after expiry. `onSubscribed` runs after each
 * connection, once the server has started its subscriptions: events before that were missed.
 */
export function openSocket(onSubscribed: (isFirst: boolean) => void): Client {
  let expired = false;
  let connections = 0;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    connectionParams: async () => {
      if (expired && readSession()) await renewSession();
      expired = false;
      const token = readSession()?.accessToken;
      return token ? { authorization: `Bearer ${token}` } : {};
    },
    lazyCloseTimeout: 5_000,
    keepAlive: keepAliveMs,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: backoff,
    on: {
      connected: (socket) => {
        socketOpened();
        connections += 1;
        // Subscriptions are sent after this event. A ping with a payload is answered once they have started.
        setTimeout(() => (socket as WebSocket).send('{"type":"ping","payload":{}}'));
      },
      ping: (received) => {
        if (!received) pongTimer = setTimeout(() => client.terminate(), pongMs);
      },
      pong: (_received, payload) => {
        clearTimeout(pongTimer);
        if (payload) onSubscribed(connections === 1);
      },
      closed: (event) => {
        clearTimeout(pongTimer);
        const code = event instanceof CloseEvent ? event.code : null;
        if (code === sessionExpired) expired = true;
        if (code === normalClosure) return socketUnneeded();
        socketClosed();
      },
    },
  });
  // A socket is authenticated as one user: it is closed, and reconnects as the new user.
  onUserChange(() => {
    client.terminate();
    if (!readSession()) socketUnneeded();
  });
  // After an outage or a sleep a socket may be dead without a close; reconnecting also fetches what was missed.
  addEventListener('online', () => client.terminate());
  onWake(() => client.terminate());
  return client;
}

/** Waits between two attempts to connect, longer each time, but no longer than until the network returns. */
async function backoff(retries: number): Promise<void> {
  const wait = Math.min(maxBackoffMs, 300 * 2 ** retries);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, wait / 2 + Math.random() * (wait / 2));
    function done() {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    }
    addEventListener('online', done);
  });
}
