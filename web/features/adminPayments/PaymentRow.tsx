import { payments } from '#messages/admin/payments.ts';
import { transactions as transactionsWords } from '#messages/transactions.ts';
import { NumericCell } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { FlagBadges } from '../admin/FlagBadges.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { destinationOf } from './destination.ts';
import { movementOf } from './movement.ts';
import { PaymentFlags } from './PaymentFlags.tsx';
import classes from './PaymentTable.module.css';
import type { PaymentLineProps } from './payment.ts';
import { PaymentStatus } from './PaymentStatus.tsx';
import { useQueue } from './queue.ts';
import { SelectRequest } from './SelectRequest.tsx';
import { Waiting } from './Waiting.tsx';

/** A request as a dense row of the queue. */
export function PaymentRow({ payment, onDecide }: PaymentLineProps) {
  const transactions = transactionsWords;
  const { opened } = useQueue();
  const { mark, payee } = destinationOf(payment);
  const deposit = payment.transactionType === 'CREDIT';
  return (
    <tr aria-current={opened === payment.id ? 'true' : undefined}>
      <td>
        <SelectRequest payment={payment} />
      </td>
      <td>
        <Waiting createdAt={payment.createdAt} promisedBy={payment.promisedBy} />
      </td>
      <td className={classes.player}>
        <FlagBadges flags={payment.playerFlags ?? []} compact />
        <PlayerLink uid={payment.player.uid} name={payment.player.name} />
      </td>
      <td className={classes.roomy}>
        {deposit ? transactions.deposit : transactions.withdrawal} · {transactions.through[payment.channel]}
      </td>
      <td>
        <PaymentFlags payment={payment} compact />
        <span className={classes.mark} title={mark}>
          {mark}
        </span>
        {payee && <span className={classes.payee}>{payments.toPayee(payee)}</span>}
      </td>
      <NumericCell>
        <MoneyText amount={payment.amount} as={movementOf(payment)} />
      </NumericCell>
      <td>
        <PaymentStatus payment={payment} onDecide={onDecide} />
      </td>
    </tr>
  );
}
