import { createClient, type Client } from 'graphql-ws';
import { renewSession } from './renewal.ts';
import { onSessionChange, readSession } from './sessionStore.ts';

/** The server closes a socket with this when the session behind it has expired; 4401 would be final for graphql-ws. */
const sessionExpired = 4403;
const longestWaitMs = 10_000;

/**
 * The socket that subscriptions share: opened by the first, bearing the access token, opened anew for ever, with a fresh
 * token after the old one has expired. `onReconnect` runs after each connection but the first: events were missed.
 */
export function openSocket(onReconnect: () => void): Client {
  let expired = false;
  let connectedBefore = false;
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
      const wait = Math.min(longestWaitMs, 300 * 2 ** retries);
      await new Promise((resolve) => setTimeout(resolve, wait / 2 + Math.random() * (wait / 2)));
    },
    on: {
      connected: (_socket, _payload, wasRetry) => {
        if (connectedBefore && wasRetry) onReconnect();
        connectedBefore = true;
      },
      closed: (event) => {
        if (event instanceof CloseEvent && event.code === sessionExpired) expired = true;
      },
    },
  });
  reopenForAnotherUser(client);
  return client;
}

/** A socket speaks for one user: when somebody signs in or out it is closed, and reopens as the new one. */
function reopenForAnotherUser(client: Client): void {
  let userId = readSession()?.user.userId;
  onSessionChange(() => {
    const next = readSession()?.user.userId;
    if (next === userId) return;
    userId = next;
    client.terminate();
  });
}
