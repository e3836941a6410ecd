import { createClient, type Client } from 'graphql-ws';
import { renewSession } from './renewal.ts';
import { onUserChange, readSession } from './sessionStore.ts';

/** The server closes a socket with this code when its session has expired. 4401 would be fatal for graphql-ws. */
const sessionExpired = 4403;
const maxBackoffMs = 10_000;

/**
 * The socket that all subscriptions share: opened by the first one, authenticated by the access token, reconnected
 * without limit, and with a fresh token after expiry. `onConnect` runs after each connection,
 * also the first: events before it were missed.
 */
export function openSocket(onConnect: () => void): Client {
  let expired = false;
  const client = createClient({
    url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    connectionParams: async () => {
      if (expired && readSession()) await renewSession();
      expired = false;
      const token = readSession()?.accessToken;
      return token ? { authorization: `Bearer ${token}` } : {};
    },
    lazyCloseTimeout: 5_000,
    keepAlive: 12_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: async (retries) => {
      const wait = Math.min(maxBackoffMs, 300 * 2 ** retries);
      await new Promise((resolve) => setTimeout(resolve, wait / 2 + Math.random() * (wait / 2)));
    },
    on: {
      connected: onConnect,
      closed: (event) => {
        if (event instanceof CloseEvent && event.code === sessionExpired) expired = true;
      },
    },
  });
  // A socket is authenticated as one user: it is closed, and reconnects as the new user.
  onUserChange(() => client.terminate());
  return client;
}
