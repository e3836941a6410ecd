import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { queue } from '#messages/admin/queue.ts';
import { useMay } from '../admin/useMay.ts';
import classes from './PaymentTable.module.css';
import { useQueue } from './queue.ts';

/** Selects a pending request for approval with others of its type. */
export function SelectRequest({ payment }: { payment: PaymentLine_transactionFragment }) {
  const { selected, selectedType, select } = useQueue();
  const { id, status, transactionType, amount, player } = payment;
  const may = useMay();
  if (status !== 'PENDING' || !may('TRANSACTION_DECIDE')) return null;
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={queue.bulk.one(formatMoneyShort(amount), player.uid)}
        checked={selected.has(id)}
        disabled={selected.size > 0 && transactionType !== selectedType}
        onChange={(event) => select(id, event.currentTarget.checked)}
      />
    </label>
  );
}
