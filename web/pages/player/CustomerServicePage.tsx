import { IconMessages, IconTicket } from '@tabler/icons-react';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';

export function CustomerServicePage() {
  return (
    <Screen title={words.titles.customerService} backTo={paths.account}>
      <Card>
        <RowLink
          to={paths.raiseTicket}
          label={words.service.raiseTicket}
          hint={words.service.raiseTicketHint}
          Icon={IconTicket}
        />
        <RowLink
          to={paths.liveChat}
          label={words.service.liveChat}
          hint={words.service.liveChatHint}
          Icon={IconMessages}
        />
      </Card>
    </Screen>
  );
}
