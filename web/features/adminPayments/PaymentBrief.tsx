import { transactions as transactionsWords } from '#messages/transactions.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { destinationOf } from './destination.ts';
import { movementOf } from './movement.ts';
import { PaymentFlags } from './PaymentFlags.tsx';
import type { PaymentLineProps } from './payment.ts';
import { PaymentStatus } from './PaymentStatus.tsx';

/** A request in a context that already shows its player. */
export function PaymentBrief({ payment, onDecide }: PaymentLineProps) {
  const transactions = transactionsWords;
  const deposit = payment.transactionType === 'CREDIT';
  const type = deposit ? transactions.deposit : transactions.withdrawal;
  return (
    <ListRow
      title={`${type} · ${transactions.through[payment.channel]}`}
      hint={
        <>
          {destinationOf(payment).mark} · <Instant at={payment.createdAt} />
          <PaymentFlags payment={payment} />
        </>
      }
      aside={
        <>
          <MoneyText amount={payment.amount} as={movementOf(payment)} />
          <PaymentStatus payment={payment} onDecide={onDecide} />
        </>
      }
    />
  );
}
