import { IconMessages } from '@tabler/icons-react';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { TicketThread } from '../../features/tickets/TicketThread.tsx';
import { words } from '../../messages/words.ts';
import { useRouteState } from '../../routeState.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The chat of the ticket in the location state; opened by its URL there is none. */
export function ChatPage() {
  const { ticketId } = useRouteState();
  return (
    <Screen title={words.titles.chat} backTo={paths.liveChat}>
      {ticketId === undefined ? <NoTicketChosen /> : <TicketThread ticketId={ticketId} missing={<NoTicketChosen />} />}
    </Screen>
  );
}

function NoTicketChosen() {
  return (
    <Card>
      <EmptyState Icon={IconMessages} title={words.tickets.notChosen}>
        <LinkButton to={paths.liveChat}>{words.service.liveChat}</LinkButton>
      </EmptyState>
    </Card>
  );
}
