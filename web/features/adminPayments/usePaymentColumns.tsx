import type { TransactionOrder } from '../../gql/graphql.ts';
import { payments as paymentsWords } from '#messages/admin/payments.ts';
import { queue } from '#messages/admin/queue.ts';
import type { Column } from '../../ui/DataTable.tsx';
import type { PaymentListProps } from './listedPayment.ts';
import classes from './PaymentTable.module.css';
import { useQueue } from './queue.ts';

/** The columns of the queue; those of time and amount sort it. */
export function usePaymentColumns({ payments, status, order, onOrder }: PaymentListProps): readonly Column[] {
  const { columns } = paymentsWords;
  const waiting = status === 'PENDING' ? columns.waiting : columns.requested;
  const sortBy = (title: string, up: TransactionOrder, down: TransactionOrder) => ({
    direction: order === up ? ('ascending' as const) : order === down ? ('descending' as const) : undefined,
    label: queue.sort(title),
    onSort: () => onOrder(order === up ? down : up),
  });
  return [
    { key: 'select', title: '', head: <SelectShown payments={payments} /> },
    {
      key: 'waiting',
      title: waiting,
      className: classes.waiting,
      sort: sortBy(waiting, 'OLDEST_FIRST', 'NEWEST_FIRST'),
    },
    { key: 'player', title: columns.player },
    { key: 'type', title: columns.type, className: `${classes.type} ${classes.roomy}` },
    { key: 'mark', title: columns.mark },
    {
      key: 'amount',
      title: columns.amount,
      numeric: true,
      className: classes.amount,
      sort: sortBy(columns.amount, 'LARGEST_FIRST', 'SMALLEST_FIRST'),
    },
    { key: 'status', title: columns.status, className: classes.status },
  ];
}

/** Selects every pending request of a type that is shown. */
function SelectShown({ payments }: { payments: PaymentListProps['payments'] }) {
  const { selected, selectedType, select } = useQueue();
  const waiting = payments.filter(
    ({ status, transactionType }) => status === 'PENDING' && transactionType === selectedType,
  );
  const all = waiting.length > 0 && waiting.every(({ id }) => selected.has(id));
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={queue.bulk.all[selectedType]}
        disabled={waiting.length === 0}
        checked={all}
        onChange={({ currentTarget: { checked } }) => waiting.forEach(({ id }) => select(id, checked))}
      />
    </label>
  );
}
