import { UnstyledButton } from '@mantine/core';
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import { formatMoneyShort } from '../../lib/money.ts';
import { payments } from '#messages/admin/payments.ts';
import { queue } from '#messages/admin/queue.ts';
import { transactions } from '#messages/transactions.ts';
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
      ? payments.pendingLabel(money, player.uid)
      : queue.open(transactions.status[status], money, player.uid);
  const other = status === 'PENDING' && claim && claim.admin.uid !== self ? claim.admin.name : null;
  return (
    <span className={classes.decided}>
      <UnstyledButton className={classes.open ?? ''} data-payment={id} aria-label={label} onClick={onDecide}>
        <StatusPill status={status} />
      </UnstyledButton>
      {decidedBy && (
        <span className={`${classes.under} ${classes.by}`} title={payments.by(decidedBy.name)}>
          {payments.by(decidedBy.name)}
        </span>
      )}
      {other && (
        <span className={classes.under} title={queue.claim.by(other)}>
          <IconUserCheck size={14} aria-hidden /> {queue.claim.by(other)}
        </span>
      )}
    </span>
  );
}
