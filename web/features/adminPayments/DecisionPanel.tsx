import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { TransactionStatus } from '../../gql/graphql.ts';
import { decision } from '#messages/admin/decision.ts';
import { common } from '#messages/common.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { ProposalNotice } from '../adminProposals/ProposalNotice.tsx';
import { LazyPlayerSignals } from '../adminSignals/LazyPlayerSignals.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import type { AskedDecision } from './askedDecision.ts';
import { ClaimNotice } from './ClaimNotice.tsx';
import { DecidedPayment } from './DecidedPayment.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { BlockPayoutAccount, HeldPayout } from './HeldPayout.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PaymentHead } from './PaymentHead.tsx';
import { PayoutSteps } from './PayoutSteps.tsx';
import { PlayerMoney } from './PlayerMoney.tsx';
import { ReopenDeposit } from './ReopenDeposit.tsx';
import { ReturnPayout } from './ReturnPayout.tsx';
import { SimilarPayments } from './SimilarPayments.tsx';
import { StatementLines } from './StatementLines.tsx';

const DecisionPanel_Query = graphql(`
  query DecisionPanel_Query($transactionId: ID!) {
    node(id: $transactionId) {
      ... on Transaction {
        id
        status
        reopenable
        amount
        transactionType
        player {
          id
          uid
        }
        waitingBeside {
          id
        }
        upiId
        accountNumber
        reference
        payee {
          id
          upiId
          accountNumber
        }
        statementLine {
          id
          amount
        }
        heldBack {
          ...HeldPayout_hold @unmask
        }
        ...HeldPayout_transaction
        ...PaymentHead_transaction
        ...PaymentFacts_transaction
        ...PlayerMoney_transaction
        ...SimilarPayments_transaction
        ...StatementLines_transaction
        ...DecidedPayment_transaction
        ...PayoutSteps_transaction
        ...ClaimNotice_transaction
        proposal {
          id
          ...ProposalNotice_proposal
        }
      }
    }
  }
`);

type Step = 'decision' | 'payment';

/** What the request waits for; while something is being sent, what that is. */
function stepOf(status: TransactionStatus, sending: Step | null): Step | null {
  return sending ?? (status === 'PENDING' ? 'decision' : status === 'APPROVED' ? 'payment' : null);
}

interface DecisionPanelProps {
  transactionId: string;
  asked?: AskedDecision | null;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/**
 * A request with everything needed to decide it, refetched when it is opened. Approve and Deny come right below what is
 * decided, so that they are in view on small screens too.
 */
export function DecisionPanel({ transactionId, asked = null, onDone, onClose }: DecisionPanelProps) {
  const answer = useQuery(DecisionPanel_Query, { variables: { transactionId }, fetchPolicy: 'cache-and-network' });
  /** While the own decision or payment is in flight, updates from its event are ignored. */
  const [submitting, setSubmitting] = useState<Step | null>(null);
  const may = useMay();
  return (
    <QueryBoundary of={answer}>
      {({ node }) => {
        if (node?.__typename !== 'Transaction') return <EmptyState title={decision.gone} />;
        const mayDecide = may('TRANSACTION_DECIDE');
        const proposal = submitting ? null : node.proposal;
        const step = stepOf(node.status, submitting);
        const deciding = step === 'decision' && mayDecide && !proposal;
        const isPaid = node.status === 'SUCCESS' && node.transactionType === 'DEBIT';
        return (
          <Stack>
            <PaymentHead transaction={node} />
            <HeldPayout transaction={node} />
            {deciding ? (
              <>
                <ClaimNotice transaction={node} />
                <SimilarPayments transaction={node} />
                <DecisionForm
                  payment={node}
                  asked={asked}
                  onSubmitting={(started) => setSubmitting(started ? 'decision' : null)}
                  onDone={onDone}
                  onCancel={onClose}
                />
              </>
            ) : step === 'payment' && mayDecide ? (
              <>
                <ClaimNotice transaction={node} />
                <PayoutSteps
                  transaction={node}
                  onSubmitting={(started) => setSubmitting(started ? 'payment' : null)}
                  onDone={onDone}
                />
                <Button variant="light" fullWidth onClick={onClose}>
                  {common.close}
                </Button>
              </>
            ) : (
              <>
                {step !== 'decision' && <DecidedPayment transaction={node} />}
                {node.reopenable && mayDecide && <ReopenDeposit payment={node} />}
                {isPaid && mayDecide && !proposal && <ReturnPayout payment={node} />}
                {proposal && <ProposalNotice proposal={proposal} onDone={onDone} />}
                <Button variant="light" fullWidth onClick={onClose}>
                  {common.close}
                </Button>
              </>
            )}
            <LazyPlayerSignals uid={node.player.uid} />
            <StatementLines transaction={node} />
            <PaymentFacts transaction={node} />
            {node.status === 'PENDING' && node.transactionType === 'DEBIT' && !node.heldBack?.block && (
              <BlockPayoutAccount payment={node} />
            )}
            {!deciding && <SimilarPayments transaction={node} />}
            <PlayerMoney transaction={node} />
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}
