import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Answer } from './execute.ts';

/** Events of a subscription so far, in order. */
export interface Subscription {
  readonly events: Answer[];
  /** Resolves with the next event that has not been consumed. */
  next(): Promise<Answer>;
  /** Resolves when the server has ended the subscription, with its errors if any. */
  readonly ended: Promise<readonly { message: string; extensions?: Record<string, unknown> }[]>;
  stop(): void;
}

export interface Listener {
  listen(query: string, variables?: Record<string, unknown>): Subscription;
  /** Resolves with the code that the server closes the socket with. */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

/** A socket to the server at `url`, with this access token or these parameters if any, that doesn't reconnect. */
export function listenAt(
  url: string,
  token?: string,
  connectionParams: Record<string, unknown> = token === undefined ? {} : { authorization: `Bearer ${token}` },
): Listener {
  let closedWith: (code: number) => void = () => {};
  const closed = new Promise<number>((resolve) => (closedWith = resolve));
  const client: Client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
    on: { closed: (event) => closedWith((event as { code: number }).code) },
  });
  return {
    closed,
    listen: (query, variables = {}) => listenTo(client, query, variables),
    async close() {
      await client.dispose();
      await closed;
    },
  };
}

function listenTo(client: Client, query: string, variables: Record<string, unknown>): Subscription {
  const events: Answer[] = [];
  const waiting: ((event: Answer) => void)[] = [];
  let taken = 0;
  let end: Awaited<Subscription['ended']> = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const stop = client.subscribe<Answer>(
    { query, variables },
    {
      next: ({ data, errors }) => {
        const event = errors ? { errors } : (data ?? {});
        events.push(event);
        const reader = waiting.shift();
        if (reader) {
          taken += 1;
          reader(event);
        }
      },
      error: (error) => {
        end = Array.isArray(error) ? error : [{ message: String(error) }];
        finish();
      },
      complete: () => finish(),
    },
  );
  return {
    events,
    ended: finished.then(() => end),
    stop,
    next() {
      const event = events[taken];
      if (event && waiting.length === 0) {
        taken += 1;
        return Promise.resolve(event);
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
