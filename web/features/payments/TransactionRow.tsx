import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { TransactionRow_transactionFragment } from '../../gql/graphql.ts';
import { transactions as transactionsWords } from '#messages/transactions.ts';
import { paths } from '../../paths.ts';
import { Instant } from '../../ui/Instant.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { useProduct } from '../product/useProduct.ts';
import { LinkRow } from '../shell/LinkRow.tsx';
import { denialText } from './denialText.ts';
import { StatusIcon } from './StatusIcon.tsx';
import classes from './TransactionRow.module.css';

export const TransactionRow_transaction = graphql(`
  fragment TransactionRow_transaction on Transaction {
    id
    transactionType
    status
    beingChecked
    channel
    amount
    upiId
    message
    denialReason
    createdAt
  }
`);

/** A deposit or withdrawal, linking to its status; once it succeeded, credit green and debit red. */
export function TransactionRow({ transaction }: { transaction: FragmentType<TransactionRow_transactionFragment> }) {
  const { data } = useFragmentData({ fragment: TransactionRow_transaction, from: transaction });
  const { id, transactionType, status, channel, amount, message, createdAt } = data;
  const denial = denialText(data.denialReason);
  const transactions = transactionsWords;
  const { playMoney } = useProduct();
  // Of play money nothing is being paid.
  const practice = playMoney && status === 'APPROVED' ? transactions.play.status : null;
  const success = status === 'SUCCESS';
  // A sign only where the amount has moved: nothing has while a request waits, or when it came to nothing.
  const moved = !success ? undefined : transactionType === 'CREDIT' ? 'credit' : 'debit';
  const name = transactionType === 'CREDIT' ? transactions.deposit : transactions.withdrawal;
  return (
    <>
      <LinkRow
        to={paths.paymentStatus}
        state={{ transactionId: id }}
        icon={<StatusIcon status={status} size={18} />}
        tone={success ? 'good' : status === 'FAILED' || status === 'RETURNED' ? 'bad' : 'calm'}
        title={name}
        hint={<Parts>{[data.upiId ?? transactions.through[channel], <Instant key="at" at={createdAt} />]}</Parts>}
        aside={
          <>
            <MoneyText amount={amount} as={moved} />
            <span className={classes.status}>
              {data.beingChecked ? transactions.checked.headline : (practice ?? transactions.status[status])}
            </span>
          </>
        }
      />
      {denial && <p className={classes.note}>{denial}</p>}
      {message && <p className={classes.note}>{transactions.message(message)}</p>}
    </>
  );
}
