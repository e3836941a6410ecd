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

/** On which connection subscriptions have started: the page's first, another one, or the one that was open already. */
export type Connection = 'first' | 'next' | 'same';

/**
 * The socket that all subscriptions share: opened by the first one, authenticated by the access token, reconnected
 * without limit and at once when the network returns, and with a fresh token after expiry. `onStarted` runs once the server
 * has started subscriptions, after each connection and each `confirm`: events before that were missed.
 */
export function openSocket(onStarted: (on: Connection) => void): { client: Client; confirm: () => void } {
  let expired = false;
  let connection: Connection = 'first';
  let open: WebSocket | undefined;
  let confirming: ReturnType<typeof setTimeout> | undefined;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  const confirm = () => {
    // Subscriptions are sent before the timer runs. A ping with a payload is answered once they have started.
    confirming ??= setTimeout(() => {
      confirming = undefined;
      open?.send('{"type":"ping","payload":{}}');
    });
  };
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
        open = socket as WebSocket;
        confirm();
      },
      ping: (received) => {
        if (!received) pongTimer = setTimeout(() => client.terminate(), pongMs);
      },
      pong: (_received, payload) => {
        clearTimeout(pongTimer);
        if (!payload) return;
        onStarted(connection);
        connection = 'same';
      },
      closed: (event) => {
        clearTimeout(pongTimer);
        if (open) connection = 'next';
        open = undefined;
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
  return { client, confirm };
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
