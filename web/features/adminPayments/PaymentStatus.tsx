import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import classes from './PaymentLine.module.css';
import type { PaymentLineProps } from './payment.ts';
import { StatusPill } from './StatusPill.tsx';

/** Pending: the button that opens the decision. Decided: the decision and who made it. */
export function PaymentStatus({ payment, onDecide }: PaymentLineProps) {
  const { status, decidedBy, player, amount } = payment;
  if (status === 'PENDING') {
    return (
      <Button
        variant="light"
        className={classes.pending ?? ''}
        h={44}
        px={12}
        leftSection={<IconClock size={16} aria-hidden />}
        aria-label={words.admin.payments.pendingLabel(formatMoneyShort(amount), player.uid)}
        onClick={onDecide}
      >
        {words.transactions.status.PENDING}
      </Button>
    );
  }
  return (
    <span className={classes.decided}>
      <StatusPill status={status} />
      {decidedBy && <span className={classes.under}>{words.admin.payments.by(decidedBy.name)}</span>}
    </span>
  );
}
