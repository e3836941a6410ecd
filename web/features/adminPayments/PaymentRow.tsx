import { words } from '../../messages/words.ts';
import { NumericCell, type Column } from '../../ui/DataTable.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { destinationOf } from './destination.ts';
import { movementOf } from './movement.ts';
import { PaymentFlags } from './PaymentFlags.tsx';
import classes from './PaymentLine.module.css';
import type { PaymentLineProps } from './payment.ts';
import { PaymentStatus } from './PaymentStatus.tsx';

const { columns } = words.admin.payments;

export const paymentColumns: readonly Column[] = [
  { key: 'requested', title: columns.requested },
  { key: 'player', title: columns.player },
  { key: 'type', title: columns.type },
  { key: 'mark', title: columns.mark },
  { key: 'amount', title: columns.amount, numeric: true },
  { key: 'status', title: columns.status },
];

/** A request as a table row. */
export function PaymentRow({ payment, onDecide }: PaymentLineProps) {
  const transactions = words.transactions;
  const { mark, payee } = destinationOf(payment);
  const deposit = payment.transactionType === 'CREDIT';
  return (
    <tr>
      <td>
        <Instant at={payment.createdAt} />
      </td>
      <td>
        <PlayerLink uid={payment.player.uid} name={payment.player.name} />
      </td>
      <td className={classes.type}>
        {deposit ? transactions.deposit : transactions.withdrawal}
        <span className={classes.under}>{transactions.through[payment.channel]}</span>
      </td>
      <td>
        <span className={classes.mark}>{mark}</span>
        {payee && <span className={classes.under}>{words.admin.payments.toPayee(payee)}</span>}
        <PaymentFlags payment={payment} />
      </td>
      <NumericCell>
        <MoneyText amount={payment.amount} as={movementOf(payment)} />
      </NumericCell>
      <td className={classes.status}>
        <PaymentStatus payment={payment} onDecide={onDecide} />
      </td>
    </tr>
  );
}
