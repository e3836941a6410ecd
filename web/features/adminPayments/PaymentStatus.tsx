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

/** The button that opens the request: to decide it while it is pending, to record its payment, to see the decision afterwards. */
export function PaymentStatus({ payment, onDecide }: PaymentLineProps) {
  const { id, status, player, amount, claim } = payment;
  const by = payment.decidedBy ?? payment.approvedBy;
  const waits = status === 'PENDING' || status === 'APPROVED';
  const self = useSession()?.user.userId;
  const money = formatMoneyShort(amount);
  const label =
    status === 'PENDING'
      ? payments.pendingLabel(money, player.uid)
      : queue.open(transactions.status[status], money, player.uid);
  const other = waits && claim && claim.admin.uid !== self ? claim.admin.name : null;
  return (
    <span className={classes.decided}>
      <UnstyledButton className={classes.open ?? ''} data-row={id} aria-label={label} onClick={onDecide}>
        <StatusPill status={status} />
      </UnstyledButton>
      {by && (
        <span className={`${classes.under} ${classes.by}`} title={payments.by(by.name)}>
          {payments.by(by.name)}
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
