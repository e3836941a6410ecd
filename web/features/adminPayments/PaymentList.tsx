import type { FragmentType } from '@apollo/client/masking';
import { useMediaQuery } from '@mantine/hooks';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { PaymentLine } from './PaymentLine.tsx';
import classes from './PaymentList.module.css';
import { paymentColumns } from './PaymentRow.tsx';

interface PaymentListProps {
  payments: readonly ({ readonly id: string } & FragmentType<PaymentLine_transactionFragment>)[];
  onDecide: (transactionId: string) => void;
}

/** Requests in a table where there is room for one, else as cards. */
export function PaymentList({ payments, onDecide }: PaymentListProps) {
  const roomForTable = useMediaQuery('(min-width: 1000px)', undefined, { getInitialValueInEffect: false });
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
    <ul className={classes.cards} aria-label={label}>
      {payments.map((payment) => (
        <li key={payment.id}>
          <PaymentLine transaction={payment} as="card" onDecide={() => onDecide(payment.id)} />
        </li>
      ))}
    </ul>
  );
}
