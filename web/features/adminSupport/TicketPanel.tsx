import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { Faces } from '../shell/Faces.tsx';
import { TicketCard } from '../tickets/TicketCard.tsx';
import { TicketChat } from '../tickets/TicketChat.tsx';
import { useTicketChanged } from '../tickets/useTicketChanged.ts';
import classes from './TicketPanel.module.css';
import { useResolveTicket } from './useResolveTicket.ts';

const TicketPanel_Query = graphql(`
  query TicketPanel_Query($ticketId: ID!, $before: String) {
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

/** One ticket: what the player said, the chat about it, and closing the matter. */
export function TicketPanel({ ticketId }: { ticketId: string }) {
  const answer = useQuery(TicketPanel_Query, { variables: { ticketId }, fetchPolicy: 'cache-and-network' });
  const { refetch, fetchMore } = answer;
  const reload = () => void refetch().catch(() => undefined);
  useTicketChanged(ticketId, reload);
  return (
    <Faces of={answer}>
      {({ node }) => {
        if (node?.__typename !== 'Ticket') return <NoSuchTicket />;
        const { edges, pageInfo } = node.messages;
        const earlier = () => void fetchMore({ variables: { before: pageInfo.startCursor } }).catch(() => undefined);
        return (
          <Stack>
            <TicketCard ticket={node}>
              <div className={classes.foot}>
                <Link to={paths.admin.player(node.player.uid)} className={classes.player ?? ''}>
                  {words.admin.support.player(node.player.name, node.player.uid)}
                </Link>
                {node.status === 'PENDING' && <Resolve ticketId={ticketId} />}
              </div>
            </TicketCard>
            <TicketChat
              ticketId={ticketId}
              messages={edges.map((edge) => edge.node)}
              onEarlier={pageInfo.hasPreviousPage ? earlier : undefined}
              onSent={reload}
            />
          </Stack>
        );
      }}
    </Faces>
  );
}

function Resolve({ ticketId }: { ticketId: string }) {
  const { resolveTicket, resolving } = useResolveTicket();
  return (
    <Button variant="light" loading={resolving} onClick={() => void resolveTicket(ticketId)}>
      {words.admin.support.resolve}
    </Button>
  );
}

function NoSuchTicket() {
  return (
    <Card>
      <EmptyFace title={words.admin.support.gone} />
    </Card>
  );
}
