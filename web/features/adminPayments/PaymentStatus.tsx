import { UnstyledButton } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { useSession } from '../session/useSession.ts';
import classes from './PaymentLine.module.css';
import type { PaymentLineProps } from './payment.ts';
import { StatusPill } from './StatusPill.tsx';

/** The button that opens the request: to decide it while it is pending, to see the decision afterwards. */
export function PaymentStatus({ payment, onDecide }: PaymentLineProps) {
  const { id, status, decidedBy, player, amount, claim } = payment;
  const self = useSession()?.user.userId;
  const money = formatMoneyShort(amount);
  const label =
    status === 'PENDING'
      ? words.admin.payments.pendingLabel(money, player.uid)
      : words.admin.queue.open(words.transactions.status[status], money, player.uid);
  const other = status === 'PENDING' && claim && claim.admin.uid !== self ? claim.admin.name : null;
  return (
    <span className={classes.decided}>
      <UnstyledButton className={classes.open ?? ''} data-payment={id} aria-label={label} onClick={onDecide}>
        <StatusPill status={status} />
      </UnstyledButton>
      {decidedBy && (
        <span className={`${classes.under} ${classes.by}`} title={words.admin.payments.by(decidedBy.name)}>
          {words.admin.payments.by(decidedBy.name)}
        </span>
      )}
      {other && (
        <span className={classes.under} title={words.admin.queue.claim.by(other)}>
          <IconUserCheck size={14} aria-hidden /> {words.admin.queue.claim.by(other)}
        </span>
      )}
    </span>
  );
}
