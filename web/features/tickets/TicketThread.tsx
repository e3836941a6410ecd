import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import { Stack } from '../../ui/Stack.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { TicketCard } from './TicketCard.tsx';
import { TicketChat } from './TicketChat.tsx';
import { useTicketChanged } from './useTicketChanged.ts';

const TicketThread_Query = graphql(`
  query TicketThread_Query($ticketId: ID!, $before: String) {
    node(id: $ticketId) {
      id
      ... on Ticket {
        id
        ...TicketCard_ticket
        messages(last: 30, before: $before) {
          edges {
            cursor
            node {
              id
              ...ChatMessage_message
            }
          }
          pageInfo {
            hasPreviousPage
            startCursor
          }
        }
      }
    }
  }
`);

interface TicketThreadProps {
  ticketId: string;
  /** Shown when the ticket doesn't exist or isn't visible to the user. */
  missing: ReactNode;
}

/** One ticket for its player: the description and its live chat. */
export function TicketThread({ ticketId, missing }: TicketThreadProps) {
  const answer = useQuery(TicketThread_Query, { variables: { ticketId }, fetchPolicy: 'cache-and-network' });
  const { refetch, fetchMore } = answer;
  const reload = () => void refetch().catch(() => undefined);
  useTicketChanged(ticketId, reload);
  return (
    <QueryBoundary of={answer}>
      {({ node }) => {
        if (node?.__typename !== 'Ticket') return missing;
        const { edges, pageInfo } = node.messages;
        const earlier = () => void fetchMore({ variables: { before: pageInfo.startCursor } }).catch(() => undefined);
        return (
          <Stack>
            <TicketCard ticket={node} />
            <TicketChat
              ticketId={ticketId}
              messages={edges.map((edge) => edge.node)}
              onEarlier={pageInfo.hasPreviousPage ? earlier : undefined}
              onSent={reload}
            />
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}
