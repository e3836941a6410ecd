import { useQuery } from '@apollo/client/react';
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { TicketCard } from '../../features/tickets/TicketCard.tsx';
import { useTicketChanged } from '../../features/tickets/useTicketChanged.ts';
import { graphql } from '../../gql/gql.ts';
import { ticketTitle } from '../../features/tickets/ticketTitle.ts';
import { service } from '#messages/service.ts';
import { tickets as ticketsWords } from '#messages/tickets.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';

const LiveChatPage_Query = graphql(`
  query LiveChatPage_Query($after: String) {
    viewer {
      tickets(first: 10, after: $after) {
        edges {
          cursor
          node {
            id
            title
            ...TicketCard_ticket
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** Chat with Us: the player's tickets, each with its chat. */
export default function LiveChatPage() {
  const answer = useQuery(LiveChatPage_Query, { fetchPolicy: 'cache-and-network' });
  useTicketChanged(null, () => undefined);
  return (
    <Screen title={titles.liveChat} backTo={paths.customerService}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const tickets = viewer?.tickets;
          if (!tickets || tickets.edges.length === 0) return <NoTickets />;
          return (
            <Stack>
              {tickets.edges.map(({ node }) => (
                <TicketCard key={node.id} ticket={node}>
                  <LinkButton
                    to={paths.chat}
                    state={{ ticketId: node.id }}
                    quiet
                    label={ticketsWords.chatAbout(ticketTitle(node.title))}
                  >
                    {ticketsWords.chat}
                  </LinkButton>
                </TicketCard>
              ))}
              <ShowMore pageInfo={tickets.pageInfo} fetchMore={answer.fetchMore} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </Screen>
  );
}

function NoTickets() {
  return (
    <Card>
      <EmptyState Icon={IconMessages} title={ticketsWords.none} hint={ticketsWords.noneHint}>
        <LinkButton to={paths.raiseTicket}>{service.raiseTicket}</LinkButton>
      </EmptyState>
    </Card>
  );
}
