import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { DecidedPayment_transactionFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { decision as decisionWords } from '#messages/admin/decision.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { transactions } from '#messages/transactions.ts';
import { Notice } from '../../ui/Notice.tsx';
import { denialText } from '../payments/denialText.ts';
import { useSession } from '../session/useSession.ts';

export const DecidedPayment_transaction = graphql(`
  fragment DecidedPayment_transaction on Transaction {
    id
    status
    transactionType
    requestedAmount
    message
    denialReason
    payoutReference
    updatedAt
    decidedAt
    approvedAt
    returnedAt
    approvedBy {
      id
      name
    }
    returnedBy {
      id
      name
    }
    proposedBy {
      id
      name
    }
    decidedBy {
      id
      uid
      name
    }
  }
`);

/** Shown in place of the form: the decision, when it was made and by whom. */
export function DecidedPayment({ transaction }: { transaction: FragmentType<DecidedPayment_transactionFragment> }) {
  const { data } = useFragmentData({ fragment: DecidedPayment_transaction, from: transaction });
  const self = useSession()?.user.userId;
  const decision = decisionWords;
  const at = formatInstant(data.decidedAt ?? data.updatedAt);
  const isPaid = data.transactionType === 'DEBIT' && (data.status === 'SUCCESS' || data.status === 'RETURNED');
  const approved = data.approvedAt !== data.decidedAt ? data.approvedBy : null;
  const by = data.decidedBy?.uid === self ? decision.you : (data.decidedBy?.name ?? decision.thePlayer);
  const why = denialText(data.denialReason);
  return (
    <Notice tone="bad">
      <strong>{decision.taken}</strong>
      {approved && <p>{decision.takenBy.APPROVED(approved.name, formatInstant(data.approvedAt ?? ''))}</p>}
      {data.status !== 'APPROVED' && <p>{decision.takenBy[isPaid ? 'PAID' : data.status](by, at)}</p>}
      {data.returnedBy && (
        <p>{decision.takenBy.RETURNED(data.returnedBy.name, formatInstant(data.returnedAt ?? ''))}</p>
      )}
      {data.proposedBy && <p>{proposals.proposedBy(data.proposedBy.name)}</p>}
      {data.requestedAmount && <p>{decision.askedFor(formatMoneyShort(data.requestedAmount))}</p>}
      {why && <p>{why}</p>}
      {data.message && <p>{transactions.message(data.message)}</p>}
      <p>{decision.nothingMoved}</p>
    </Notice>
  );
}
