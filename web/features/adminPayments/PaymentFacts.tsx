import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { PaymentFacts_transactionFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { decision } from '#messages/admin/decision.ts';
import { queue } from '#messages/admin/queue.ts';
import { deposit as depositWords } from '#messages/deposit.ts';
import { transactions as transactionsWords } from '#messages/transactions.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { CopyFact } from '../payments/CopyFact.tsx';
import { destinationOf } from './destination.ts';

export const PaymentFacts_transaction = graphql(`
  fragment PaymentFacts_transaction on Transaction {
    id
    reference
    upiId
    accountNumber
    ifscCode
    accountHolderName
    payee {
      id
      upiId
      accountNumber
    }
    payeeActive
    createdAt
    promisedBy
    referenceHolder {
      id
      transactionType
    }
  }
`);

/** The request's details; what must be entered at the bank can be copied. */
export function PaymentFacts({ transaction }: { transaction: FragmentType<PaymentFacts_transactionFragment> }) {
  const { data } = useFragmentData({ fragment: PaymentFacts_transaction, from: transaction });
  const transactions = transactionsWords;
  const deposit = depositWords;
  const { payee } = destinationOf(data);
  return (
    <Stack gap={8}>
      <Facts
        facts={[
          [transactions.requested, formatInstant(data.createdAt)],
          [queue.promisedBy, data.promisedBy && formatInstant(data.promisedBy)],
          [transactions.paidTo, payee],
        ]}
      />
      {data.reference && <Copyable label={transactions.reference} value={data.reference} />}
      {data.upiId && <Copyable label={deposit.upiAccount} value={data.upiId} />}
      {data.accountNumber && <Copyable label={deposit.accountNumber} value={data.accountNumber} />}
      {data.ifscCode && <Copyable label={deposit.ifsc} value={data.ifscCode} />}
      {data.accountHolderName && <Copyable label={deposit.holder} value={data.accountHolderName} />}
      {data.referenceHolder && (
        <Notice tone="bad">{decision.referenceHeld[data.referenceHolder.transactionType]}</Notice>
      )}
      {data.payeeActive === false && <Notice tone="attention">{decision.payeeOff}</Notice>}
    </Stack>
  );
}

function Copyable({ label, value }: { label: string; value: string }) {
  return <CopyFact label={label} value={value} copy={depositWords.copy(label)} copied={depositWords.copied(label)} />;
}
