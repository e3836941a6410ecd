import type { ApolloClient, ObservableQuery } from '@apollo/client';
import { readSession } from './sessionStore.ts';
import type { Connection } from './socket.ts';

/** The query of players' layout: their balance and how many notifications they haven't read. */
const LAYOUT_QUERY = 'PlayerShell_Query';
/** The query of a player's transactions. A deposit that is requested changes nothing else. */
const TRANSACTIONS_QUERY = 'TransactionsPage_Query';

/** The time in which a screen's subscriptions start: some need what its query is answered with. */
const NEW_MS = 10_000;

/** By performance.now(), when subscriptions had first started with a query on the screen. */
const shownSince = new WeakMap<ObservableQuery, number>();

/**
 * Refetches what is on the screen, when the server has started subscriptions: events before were missed. On the page's
 * first connection, a moment after its answers, that is rarely anything. Then players' layout and their transactions, where these are
 * shown, are refetched alone, because whatever happens to a player changes one of them, and a game's subscription begins with the
 * state of its round; the rest only if one of their answers has changed. On a connection that was open already, what is new on admins' screens is refetched.
 */
export async function refetchMissed(client: ApolloClient, connection: Connection): Promise<void> {
  const added = newQueries(client);
  if (connection === 'same') {
    if (readSession()?.user.userType === 'admin') await Promise.all(added.map((query) => query.refetch()));
    return;
  }
  if (connection === 'first' && !(await hasMissed(client))) return;
  await client.refetchQueries({ include: 'active' });
}

function newQueries(client: ApolloClient): ObservableQuery[] {
  const now = performance.now();
  return [...client.getObservableQueries('active')].filter((query) => {
    const since = shownSince.get(query) ?? now;
    shownSince.set(query, since);
    return now - since < NEW_MS;
  });
}

async function hasMissed(client: ApolloClient): Promise<boolean> {
  const telling = [...client.getObservableQueries('active')].filter(
    ({ queryName }) => queryName === LAYOUT_QUERY || queryName === TRANSACTIONS_QUERY,
  );
  const before = telling.map((query): unknown => query.getCurrentResult().data);
  if (!telling.some(({ queryName }) => queryName === LAYOUT_QUERY) || before.includes(undefined)) return true;
  const after = await Promise.all(telling.map(async (query) => (await query.refetch()).data));
  return JSON.stringify(after) !== JSON.stringify(before);
}
