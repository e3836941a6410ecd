import { graphql } from '../../gql/gql.ts';
import type { ReturnRow_returnFragment } from '../../gql/graphql.ts';
import { transactions } from '#messages/transactions.ts';
import { paths } from '../../paths.ts';
import { Instant } from '../../ui/Instant.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { LinkRow } from '../shell/LinkRow.tsx';
import { StatusIcon } from './StatusIcon.tsx';

graphql(`
  fragment ReturnRow_return on PayoutReturn {
    amount
    returnedAt
    transaction {
      id
    }
  }
`);

/** A payout that the bank sent back, linking to its withdrawal. */
export function ReturnRow({ of: { amount, returnedAt, transaction } }: { of: ReturnRow_returnFragment }) {
  return (
    <LinkRow
      to={paths.paymentStatus}
      state={{ transactionId: transaction.id }}
      icon={<StatusIcon status="RETURNED" size={18} />}
      tone="good"
      title={transactions.headline.RETURNED.DEBIT}
      hint={<Instant at={returnedAt} />}
      aside={<MoneyText amount={amount} as="credit" />}
    />
  );
}
