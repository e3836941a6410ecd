import type { FragmentType } from '@apollo/client/masking';
import type { ReactNode } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { TransactionSummary_transactionFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { common } from '#messages/common.ts';
import { denials } from '#messages/denials.ts';
import { transactions as transactionsWords } from '#messages/transactions.ts';
import { withdraw } from '#messages/withdraw.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { useProduct } from '../product/useProduct.ts';
import { denialText } from './denialText.ts';
import { StatusIcon } from './StatusIcon.tsx';
import classes from './TransactionSummary.module.css';

export const TransactionSummary_transaction = graphql(`
  fragment TransactionSummary_transaction on Transaction {
    transactionType
    status
    beingChecked
    channel
    amount
    requestedAmount
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
    message
    denialReason
    payoutReference
    createdAt
    approvedAt
    payoutBy
    decidedAt
    returnedAt
  }
`);

/** All details of a request for its player; the status is updated live. */
export function TransactionSummary({
  transaction,
}: {
  transaction: FragmentType<TransactionSummary_transactionFragment>;
}) {
  const { data } = useFragmentData({ fragment: TransactionSummary_transaction, from: transaction });
  const { status, amount } = data;
  const { playMoney } = useProduct();
  const { headline, explain } = statusWords(data, playMoney);
  return (
    <>
      <div className={classes.head} role="status">
        <span className={`${classes.icon} ${classes[status]}`}>
          <StatusIcon status={status} size={28} />
        </span>
        <p className={classes.headline}>{headline}</p>
        <p className={classes.amount}>
          <strong>{formatMoney(amount)}</strong>
        </p>
        <p className={classes.explain}>{explain}</p>
      </div>
      <div className={classes.facts}>
        <Facts facts={factsOf(data)} />
      </div>
    </>
  );
}

function statusWords(
  {
    status,
    transactionType,
    beingChecked,
  }: Pick<TransactionSummary_transactionFragment, 'status' | 'transactionType' | 'beingChecked'>,
  playMoney: boolean,
): { headline: string; explain: string } {
  const { headline, explain, play, checked } = transactionsWords;
  if (beingChecked && status === 'PENDING') return { headline: checked.headline, explain: checked.explain };
  if (
    playMoney &&
    transactionType === 'DEBIT' &&
    (status === 'PENDING' || status === 'APPROVED' || status === 'SUCCESS')
  ) {
    return { headline: play.headline[status], explain: play.explain[status] };
  }
  return { headline: headline[status][transactionType], explain: explain[status][transactionType] };
}

function factsOf(transaction: TransactionSummary_transactionFragment): readonly (readonly [string, ReactNode])[] {
  const transactions = transactionsWords;
  const { approvedAt, decidedAt, status, transactionType } = transaction;
  const isPaid = transactionType === 'DEBIT' && (status === 'SUCCESS' || status === 'RETURNED');
  const ours = transaction.payee?.upiId ?? transaction.payee?.accountNumber ?? null;
  const theirs = transaction.upiId ?? transaction.accountNumber;
  return [
    [transactions.paidTo, transaction.transactionType === 'CREDIT' ? ours : null],
    [transactions.sentTo, transaction.transactionType === 'DEBIT' ? theirs : null],
    [withdraw.ifsc, transaction.ifscCode],
    [withdraw.holder, transaction.accountHolderName],
    [transactions.askedFor, transaction.requestedAmount && formatMoney(transaction.requestedAmount)],
    [transactions.reference, transaction.reference],
    [transactions.requested, <Instant key="requested" at={transaction.createdAt} />],
    [transactions.approved, approvedAt && approvedAt !== decidedAt && <Instant key="approved" at={approvedAt} />],
    [transactions.payoutBy, transaction.payoutBy && <Instant key="by" at={transaction.payoutBy} />],
    [isPaid ? transactions.paid : transactions.decided, decidedAt && <Instant key="decided" at={decidedAt} />],
    [transactions.cameBack, transaction.returnedAt && <Instant key="returned" at={transaction.returnedAt} />],
    [transactions.payoutReference, transaction.payoutReference],
    [denials.label, denialText(transaction.denialReason)],
    [common.message, transaction.message],
  ];
}
