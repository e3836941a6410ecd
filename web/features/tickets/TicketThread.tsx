import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { TicketThread_QueryQuery } from '../../gql/graphql.ts';
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
        status
        player {
          id
          name
          uid
        }
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

export type ThreadTicket = Extract<NonNullable<TicketThread_QueryQuery['node']>, { __typename: 'Ticket' }>;

interface TicketThreadProps {
  ticketId: string;
  /** Shown when the ticket doesn't exist or isn't visible to the user. */
  missing: ReactNode;
  /** Content at the foot of the ticket. */
  children?: (ticket: ThreadTicket) => ReactNode;
  /** Whether the user may only read it. */
  readOnly?: boolean;
}

/** One ticket: the player's description and its live chat. */
export function TicketThread({ ticketId, missing, children, readOnly = false }: TicketThreadProps) {
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
            <TicketCard ticket={node}>{children?.(node)}</TicketCard>
            <TicketChat
              ticketId={ticketId}
              messages={edges.map((edge) => edge.node)}
              onEarlier={pageInfo.hasPreviousPage ? earlier : undefined}
              onSent={reload}
              readOnly={readOnly}
            />
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}
