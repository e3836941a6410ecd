import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { graphql } from '../../gql/gql.ts';
import type { TransactionRow_transactionFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './TransactionRow.module.css';

export const TransactionRow_transaction = graphql(`
  fragment TransactionRow_transaction on Transaction {
    id
    transactionType
    status
    channel
    amount
    upiId
    message
    createdAt
  }
`);

/** A deposit or withdrawal, linking to its status: a check when it succeeded, else a cross; credit green, debit red. */
export function TransactionRow({ transaction }: { transaction: FragmentType<TransactionRow_transactionFragment> }) {
  const { data } = useSuspenseFragment({ fragment: TransactionRow_transaction, from: transaction });
  const { id, transactionType, status, channel, amount, message, createdAt } = data;
  const transactions = words.transactions;
  const success = status === 'SUCCESS';
  const name = transactionType === 'CREDIT' ? transactions.deposit : transactions.withdrawal;
  return (
    <>
      <Link to={paths.paymentStatus} state={{ transactionId: id }} className={classes.link ?? ''}>
        <ListRow
          icon={success ? <IconCheck size={18} /> : <IconX size={18} />}
          tone={success ? 'good' : status === 'PENDING' ? 'calm' : 'bad'}
          title={name}
          hint={
            <>
              {data.upiId ?? transactions.through[channel]} · <Instant at={createdAt} />
            </>
          }
          aside={
            <>
              <MoneyText amount={amount} as={transactionType === 'CREDIT' ? 'credit' : 'debit'} />
              <span className={classes.status}>{transactions.status[status]}</span>
            </>
          }
        />
      </Link>
      {message && <p className={classes.note}>{transactions.message(message)}</p>}
    </>
  );
}
