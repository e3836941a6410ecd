import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { SimilarPayments_transactionFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { decision } from '#messages/admin/decision.ts';
import { transactions } from '#messages/transactions.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './DecisionSheet.module.css';

export const SimilarPayments_transaction = graphql(`
  fragment SimilarPayments_transaction on Transaction {
    id
    transactionType
    duplicates {
      id
      status
      amount
      createdAt
      player {
        id
        uid
        name
      }
    }
  }
`);

/** Other requests with the same reference, or of other players to the same account: possible fraud. */
export function SimilarPayments({ transaction }: { transaction: FragmentType<SimilarPayments_transactionFragment> }) {
  const { data } = useFragmentData({ fragment: SimilarPayments_transaction, from: transaction });
  if (!data.duplicates || data.duplicates.length === 0) return null;
  return (
    <Notice tone="attention">
      <strong>{decision.similar[data.transactionType]}</strong>
      <ul className={classes.similar}>
        {data.duplicates.map(({ id, status, amount, createdAt, player }) => (
          <li key={id}>
            {decision.similarLine(formatMoney(amount), `${player.name} (${player.uid})`, transactions.status[status])}
            <Instant at={createdAt} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
