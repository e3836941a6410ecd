import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { graphql } from '../../gql/gql.ts';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { DecidedPayment } from './DecidedPayment.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import classes from './DecisionSheet.module.css';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PlayerMoney } from './PlayerMoney.tsx';
import { SimilarPayments } from './SimilarPayments.tsx';

const DecisionSheet_Query = graphql(`
  query DecisionSheet_Query($transactionId: ID!) {
    node(id: $transactionId) {
      ... on Transaction {
        id
        status
        amount
        transactionType
        player {
          id
          uid
        }
        ...PaymentFacts_transaction
        ...PlayerMoney_transaction
        ...SimilarPayments_transaction
        ...DecidedPayment_transaction
      }
    }
  }
`);

interface DecisionSheetProps {
  /** Null before the first was chosen; keeps its value while the sheet closes. */
  transactionId: string | null;
  opened: boolean;
  onClose: () => void;
  /** Called after a decision made here. */
  onDecided?: () => void;
}

/** Sheet to decide a pending request, with all relevant details, refetched when opened. */
export function DecisionSheet({ transactionId, opened, onClose, onDecided }: DecisionSheetProps) {
  const done = () => {
    showToast({ text: words.admin.updated, tone: 'good' });
    onDecided?.();
    onClose();
  };
  return (
    <Sheet wide title={words.admin.decision.title} opened={opened} onClose={onClose}>
      {transactionId && <Decision transactionId={transactionId} onDone={done} onClose={onClose} />}
    </Sheet>
  );
}

interface DecisionProps {
  transactionId: string;
  onDone: () => void;
  onClose: () => void;
}

function Decision({ transactionId, onDone, onClose }: DecisionProps) {
  const answer = useQuery(DecisionSheet_Query, { variables: { transactionId }, fetchPolicy: 'cache-and-network' });
  /** While the own decision is in flight, updates from its event are ignored. */
  const [submitting, setSubmitting] = useState(false);
  return (
    <QueryBoundary of={answer}>
      {({ node }) => {
        if (node?.__typename !== 'Transaction') return <EmptyState title={words.admin.decision.gone} />;
        return (
          <div className={classes.decision}>
            <Stack>
              <PaymentFacts transaction={node} />
              <SimilarPayments transaction={node} />
              <PlayerMoney transaction={node} />
            </Stack>
            {node.status === 'PENDING' || submitting ? (
              <DecisionForm payment={node} onSubmitting={setSubmitting} onDone={onDone} onCancel={onClose} />
            ) : (
              <Stack>
                <DecidedPayment transaction={node} />
                <Button variant="light" fullWidth onClick={onClose}>
                  {words.common.close}
                </Button>
              </Stack>
            )}
          </div>
        );
      }}
    </QueryBoundary>
  );
}
