import { useQuery, useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import { AnswerCard, type References } from '../../features/adminPayouts/AnswerCard.tsx';
import { isAwaited, type Batch } from '../../features/adminPayouts/batch.ts';
import { BatchHead } from '../../features/adminPayouts/BatchHead.tsx';
import { BatchPayouts } from '../../features/adminPayouts/BatchPayouts.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { useBack } from '../../features/shell/useBack.ts';
import { graphql } from '../../gql/gql.ts';
import { payoutBatches as texts } from '#messages/admin/payouts.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

const PayoutBatchPage_Query = graphql(`
  query PayoutBatchPage_Query($id: ID!) {
    node(id: $id) {
      id
      ... on PayoutBatch {
        ...Batch_batch @unmask
      }
    }
  }
`);

const PayoutChanged_Subscription = graphql(`
  subscription PayoutChanged_Subscription {
    transactionChanged {
      id
      status
    }
  }
`);

/** A batch of payouts: its file, the bank's references, and what became of each payout. */
export default function PayoutBatchPage() {
  const { id = '' } = useParams();
  const answer = useQuery(PayoutBatchPage_Query, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const back = useBack(paths.admin.payouts);
  const refetch = useRefetchSoon(() => answer.refetch());
  useSubscription(PayoutChanged_Subscription, { ignoreResults: true, onData: refetch });
  const node = answer.data?.node;
  const batch = node?.__typename === 'PayoutBatch' ? node : null;
  return (
    <AdminPage title={batch ? texts.batch(batch.number) : texts.oneBatch} onBack={back}>
      <QueryBoundary of={answer}>
        {() =>
          batch ? (
            <BatchParts key={batch.id} batch={batch} onChange={refetch} />
          ) : (
            <Card>
              <EmptyState title={texts.unknown} hint={texts.unknownHint} />
            </Card>
          )
        }
      </QueryBoundary>
    </AdminPage>
  );
}

function BatchParts({ batch, onChange }: { batch: Batch; onChange: () => void }) {
  const [references, setReferences] = useState<References>({});
  const add = (more: References) => setReferences((before) => ({ ...before, ...more }));
  const awaits = batch.payouts.some((payout) => isAwaited(batch, payout));
  return (
    <>
      <BatchHead batch={batch} onDownloaded={onChange} />
      {awaits && <AnswerCard batch={batch} onRead={add} />}
      <BatchPayouts
        batch={batch}
        references={references}
        onReference={(payoutId, reference) => add({ [payoutId]: reference })}
      />
    </>
  );
}
