import { ApolloClient, ApolloLink } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { makeCache } from './cache.ts';
import { clockLink } from './serverClock.ts';
import { authLink, errorLink, httpLink } from './links.ts';
import { onSessionChange, readSession } from './sessionStore.ts';
import { openSocket } from './socket.ts';

/** The one Apollo client of the app. */
export function makeClient(): ApolloClient {
  const socket = openSocket(() => void client.refetchQueries({ include: 'active' }));
  const client = new ApolloClient({
    cache: makeCache(),
    dataMasking: true,
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      ApolloLink.from([clockLink, new GraphQLWsLink(socket)]),
      ApolloLink.from([clockLink, errorLink, authLink, httpLink]),
    ),
  });
  forgetTheLastUser(client);
  return client;
}

/** What one user has seen is no business of the next one at the same device. */
function forgetTheLastUser(client: ApolloClient): void {
  let userId = readSession()?.user.userId;
  onSessionChange(() => {
    const next = readSession()?.user.userId;
    if (next === userId) return;
    userId = next;
    void client.clearStore();
  });
}
