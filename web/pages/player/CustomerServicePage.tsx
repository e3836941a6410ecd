import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { service } from '#messages/service.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';

export default function CustomerServicePage() {
  return (
    <Screen title={titles.customerService} backTo={paths.account}>
      <Card>
        <RowLink to={paths.raiseTicket} label={service.raiseTicket} hint={service.raiseTicketHint} Icon={IconTicket} />
        <RowLink to={paths.liveChat} label={service.liveChat} hint={service.liveChatHint} Icon={IconMessages} />
      </Card>
    </Screen>
  );
}
