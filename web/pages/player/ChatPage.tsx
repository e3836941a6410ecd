import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { TicketThread } from '../../features/tickets/TicketThread.tsx';
import { words } from '../../messages/words.ts';
import { useHanded } from '../../navigationState.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyFace } from '../../ui/EmptyFace.tsx';

/** The chat of the ticket chosen before; opened by its address, no ticket is chosen yet. */
export function ChatPage() {
  const { ticketId } = useHanded();
  return (
    <Screen title={words.titles.chat} backTo={paths.liveChat}>
      {ticketId === undefined ? <NoTicketChosen /> : <TicketThread ticketId={ticketId} missing={<NoTicketChosen />} />}
    </Screen>
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
