import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { PaymentLine_transaction } from './payment.ts';
import { PaymentBrief } from './PaymentBrief.tsx';
import { PaymentCard } from './PaymentCard.tsx';
import { PaymentRow } from './PaymentRow.tsx';

const lines = { row: PaymentRow, card: PaymentCard, brief: PaymentBrief };

/** A request in an admin's list. Pending ones can be decided; others show the decision and who made it. */
export function PaymentLine({
  transaction,
  as,
  onDecide,
}: {
  transaction: FragmentType<PaymentLine_transactionFragment>;
  as: keyof typeof lines;
  onDecide: () => void;
}) {
  const { data } = useFragmentData({
    fragment: PaymentLine_transaction,
    fragmentName: 'PaymentLine_transaction',
    from: transaction,
  });
  const Line = lines[as];
  return <Line payment={data} onDecide={onDecide} />;
}
