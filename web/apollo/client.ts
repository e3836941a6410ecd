import { ApolloClient, ApolloLink } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { makeCache } from './cache.ts';
import { earlyLink } from './earlyAnswers.ts';
import { eventsLink, inOrderLink } from './inOrder.ts';
import { clockLink } from './serverClock.ts';
import { refetchMissed } from './missedEvents.ts';
import { httpLink } from './httpLink.ts';
import { errorLink } from './errorLink.ts';
import { onUserChange } from './sessionStore.ts';
import { openSocket } from './socket.ts';

let client: ApolloClient | undefined;

/** The one Apollo client of the app. */
export function appClient(): ApolloClient {
  client ??= makeClient();
  return client;
}

export function makeClient(): ApolloClient {
  const socket = openSocket((connection) => void refetchMissed(client, connection).catch(() => undefined));
  const confirmLink = new ApolloLink((operation, forward) => {
    socket.confirm();
    return forward(operation);
  });
  const client = new ApolloClient({
    cache: makeCache(),
    dataMasking: true,
    queryDeduplication: false,
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      ApolloLink.from([eventsLink, confirmLink, clockLink, new GraphQLWsLink(socket.client)]),
      ApolloLink.from([inOrderLink, clockLink, errorLink, earlyLink, httpLink]),
    ),
  });
  // The cache must not show one user's data to the next user of the same device.
  onUserChange(() => void client.clearStore());
  return client;
}
