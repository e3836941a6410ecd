import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { ProposedPayment_transactionFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { decision } from '#messages/admin/decision.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { LazyPlayerSignals } from '../adminSignals/LazyPlayerSignals.tsx';
import { HeldPayout } from './HeldPayout.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PaymentHead } from './PaymentHead.tsx';
import { SimilarPayments } from './SimilarPayments.tsx';

export const ProposedPayment_transaction = graphql(`
  fragment ProposedPayment_transaction on Transaction {
    id
    player {
      id
      uid
    }
    playerHistory {
      available
      held
      depositedTotal
      withdrawnTotal
    }
    statementLine {
      id
      day
      amount
      description
    }
    ...PaymentHead_transaction
    ...PaymentFacts_transaction
    ...SimilarPayments_transaction
    ...HeldPayout_transaction
  }
`);

/** What an admin needs to know before confirming that a payment is approved: whose it is, and what speaks against it. */
export function ProposedPayment({ transaction }: { transaction: FragmentType<ProposedPayment_transactionFragment> }) {
  const { data } = useFragmentData({
    fragment: ProposedPayment_transaction,
    fragmentName: 'ProposedPayment_transaction',
    from: transaction,
  });
  const { player: texts } = decision;
  const { playerHistory: history, statementLine: line } = data;
  return (
    <Stack gap={12}>
      <PaymentHead transaction={data} />
      {history && (
        <Facts
          facts={[
            [texts.available, formatMoney(history.available)],
            [texts.held, formatMoney(history.held)],
            [texts.deposited, formatMoney(history.depositedTotal)],
            [texts.withdrawn, formatMoney(history.withdrawnTotal)],
          ]}
        />
      )}
      <p>{line ? proposals.line(formatMoney(line.amount), line.day) : proposals.noLine}</p>
      {line && <p>{line.description}</p>}
      <HeldPayout transaction={data} />
      <SimilarPayments transaction={data} />
      <LazyPlayerSignals uid={data.player.uid} />
      <PaymentFacts transaction={data} />
    </Stack>
  );
}
