import type { FragmentType } from '@apollo/client/masking';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { PaymentLine } from './PaymentLine.tsx';
import { paymentColumns } from './PaymentRow.tsx';

interface PaymentListProps {
  payments: readonly ({ readonly id: string } & FragmentType<PaymentLine_transactionFragment>)[];
  onDecide: (transactionId: string) => void;
}

/** Requests as a table where it fits, else as cards. */
export function PaymentList({ payments, onDecide }: PaymentListProps) {
  const roomForTable = useRoomForTable();
  const label = words.admin.payments.title;
  if (roomForTable) {
    return (
      <DataTable label={label} columns={paymentColumns}>
        {payments.map((payment) => (
          <PaymentLine key={payment.id} transaction={payment} as="row" onDecide={() => onDecide(payment.id)} />
        ))}
      </DataTable>
    );
  }
  return (
    <CardGrid title={label} titleHidden>
      {payments.map((payment) => (
        <li key={payment.id}>
          <PaymentLine transaction={payment} as="card" onDecide={() => onDecide(payment.id)} />
        </li>
      ))}
    </CardGrid>
  );
}
