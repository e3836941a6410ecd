import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { TicketThread } from '../../features/tickets/TicketThread.tsx';
import { service } from '#messages/service.ts';
import { tickets } from '#messages/tickets.ts';
import { titles } from '#messages/titles.ts';
import { useRouteState } from '../../routeState.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The chat of the ticket in the location state; opened by its URL there is none. */
export default function ChatPage() {
  const { ticketId } = useRouteState();
  return (
    <Screen title={titles.chat} backTo={paths.liveChat}>
      {ticketId === undefined ? <NoTicketChosen /> : <TicketThread ticketId={ticketId} missing={<NoTicketChosen />} />}
    </Screen>
  );
}

function NoTicketChosen() {
  return (
    <Card>
      <EmptyState Icon={IconMessages} title={tickets.notChosen}>
        <LinkButton to={paths.liveChat}>{service.liveChat}</LinkButton>
      </EmptyState>
    </Card>
  );
}
