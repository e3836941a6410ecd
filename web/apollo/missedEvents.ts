import type { ApolloClient } from '@apollo/client';

/** The query of players' layout: their balance and how many notifications they haven't read. */
const LAYOUT_QUERY = 'PlayerShell_Query';

/**
 * Refetches what is on the screen, when subscriptions start on a new connection: events before were missed. On the first one, a
 * moment after the page's answers, that is rarely anything. Then players' layout is refetched alone, because whatever
 * happens to a player changes it, and a game's subscription begins with the state of its round; the rest only if the
 * layout's answer has changed.
 */
export async function refetchMissed(client: ApolloClient, isFirst: boolean): Promise<void> {
  if (isFirst && !(await hasMissed(client))) return;
  await client.refetchQueries({ include: 'active' });
}

async function hasMissed(client: ApolloClient): Promise<boolean> {
  const layout = [...client.getObservableQueries('active')].find(({ queryName }) => queryName === LAYOUT_QUERY);
  const before: unknown = layout?.getCurrentResult().data;
  if (!layout || !before) return true;
  const { data } = await layout.refetch();
  return JSON.stringify(data) !== JSON.stringify(before);
}
