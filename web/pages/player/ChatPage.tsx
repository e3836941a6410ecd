import { useQuery } from '@apollo/client/react';
import { Faces } from '../../features/shell/Faces.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { TicketCard } from '../../features/tickets/TicketCard.tsx';
import { TicketChat } from '../../features/tickets/TicketChat.tsx';
import { useTicketChanged } from '../../features/tickets/useTicketChanged.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { useHanded } from '../../navigationState.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';
import { Stack } from '../../ui/Stack.tsx';

const ChatPage_Query = graphql(`
  query ChatPage_Query($ticketId: ID!, $before: String) {
    node(id: $ticketId) {
      id
      ... on Ticket {
        id
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

/** The chat of the ticket chosen before; opened by its address, no ticket is chosen yet. */
export function ChatPage() {
  const { ticketId } = useHanded();
  return (
    <Screen title={words.titles.chat} backTo={paths.liveChat}>
      {ticketId === undefined ? <NoTicketChosen /> : <Chat ticketId={ticketId} />}
    </Screen>
  );
}

function Chat({ ticketId }: { ticketId: string }) {
  const answer = useQuery(ChatPage_Query, { variables: { ticketId }, fetchPolicy: 'cache-and-network' });
  const { refetch, fetchMore } = answer;
  const reload = () => void refetch().catch(() => undefined);
  useTicketChanged(ticketId, reload);
  return (
    <Faces of={answer}>
      {({ node }) => {
        if (node?.__typename !== 'Ticket') return <NoTicketChosen />;
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
    </Faces>
  );
}

function NoTicketChosen() {
  return (
    <Card>
      <EmptyFace title={words.tickets.notChosen}>
        <LinkButton to={paths.liveChat}>{words.service.liveChat}</LinkButton>
      </EmptyFace>
    </Card>
  );
}
