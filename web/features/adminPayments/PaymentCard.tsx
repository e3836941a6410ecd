import { payments } from '#messages/admin/payments.ts';
import { transactions as transactionsWords } from '#messages/transactions.ts';
import { Card } from '../../ui/Card.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { FlagBadges } from '../admin/FlagBadges.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { destinationOf } from './destination.ts';
import { movementOf } from './movement.ts';
import { PaymentFlags } from './PaymentFlags.tsx';
import classes from './PaymentLine.module.css';
import type { PaymentLineProps } from './payment.ts';
import { PaymentStatus } from './PaymentStatus.tsx';
import { SelectRequest } from './SelectRequest.tsx';
import { Waiting } from './Waiting.tsx';

/** A request as a card, where a table doesn't fit. */
export function PaymentCard({ payment, onDecide }: PaymentLineProps) {
  const transactions = transactionsWords;
  const { mark, payee } = destinationOf(payment);
  const deposit = payment.transactionType === 'CREDIT';
  return (
    <Card className={classes.card}>
      <p className={classes.line}>
        <span>
          {deposit ? transactions.deposit : transactions.withdrawal} · {transactions.through[payment.channel]}
        </span>
        <MoneyText amount={payment.amount} as={movementOf(payment)} />
      </p>
      <div>
        <span className={classes.mark}>{mark}</span>
        {payee && <span className={classes.under}>{payments.toPayee(payee)}</span>}
        <PaymentFlags payment={payment} />
      </div>
      <div className={classes.line}>
        <span>
          <FlagBadges flags={payment.playerFlags ?? []} compact />
          <PlayerLink uid={payment.player.uid} name={payment.player.name} />
        </span>
        <PaymentStatus payment={payment} onDecide={onDecide} />
      </div>
      <div className={classes.line}>
        <span className={classes.under}>
          <Waiting createdAt={payment.createdAt} promisedBy={payment.promisedBy} />
        </span>
        <SelectRequest payment={payment} />
      </div>
    </Card>
  );
}
