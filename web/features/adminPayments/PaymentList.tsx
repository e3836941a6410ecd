import { payments as paymentsWords } from '#messages/admin/payments.ts';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { usePaymentColumns } from './usePaymentColumns.tsx';
import type { PaymentListProps } from './listedPayment.ts';
import { PaymentLine } from './PaymentLine.tsx';
import classes from './PaymentTable.module.css';
import { useQueue } from './queue.ts';

/** Requests as a table where it fits, else as cards. */
export function PaymentList(list: PaymentListProps) {
  const { payments } = list;
  const roomForTable = useRoomForTable();
  const { open } = useQueue();
  const columns = usePaymentColumns(list);
  const label = paymentsWords.title;
  if (roomForTable) {
    return (
      <DataTable label={label} columns={columns} className={classes.table ?? ''}>
        {payments.map((payment) => (
          <PaymentLine key={payment.id} transaction={payment} as="row" onDecide={() => open(payment.id)} />
        ))}
      </DataTable>
    );
  }
  return (
    <CardGrid title={label} titleHidden>
      {payments.map((payment) => (
        <li key={payment.id}>
          <PaymentLine transaction={payment} as="card" onDecide={() => open(payment.id)} />
        </li>
      ))}
    </CardGrid>
  );
}
