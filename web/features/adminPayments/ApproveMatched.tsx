import { Button } from '@mantine/core';
import { useState } from 'react';
import { queue } from '#messages/admin/queue.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useMay } from '../admin/useMay.ts';
import type { PaymentFilter } from './paymentFilter.ts';
import { useApproveMatched } from './useApproveMatched.ts';

/** While the list shows what statements are matched with: approves all of it in one go, after a confirmation. */
export function ApproveMatched({ filter }: { filter: PaymentFilter }) {
  const bulk = queue.bulk;
  const [confirming, setConfirming] = useState(false);
  const { approveAll, first, approved, refused, proposed, running, stop, problem, dismiss } = useApproveMatched(filter);
  const mayDecide = useMay()('TRANSACTION_DECIDE');
  const offered = mayDecide && filter.inStatement === 'YES' && filter.status === 'PENDING';

  const confirm = async () => {
    const count = await approveAll();
    setConfirming(false);
    if (count > 0) showToast({ text: bulk.done('CREDIT', count), tone: 'good' });
  };
  const cancel = () => {
    stop();
    setConfirming(false);
  };
  return (
    <>
      {offered && (
        <Button variant="raised" onClick={() => setConfirming(true)}>
          {bulk.matched}
        </Button>
      )}
      {problem && <Notice tone="bad">{problem.text}</Notice>}
      {proposed > 0 && !running && (
        <Notice tone="attention" onDismiss={dismiss}>
          {bulk.proposed('CREDIT', proposed)}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="bad" onDismiss={dismiss}>
          <p>{bulk.refused(refused.length)}</p>
          <ul>
            {refused.slice(0, 20).map(([mark, why]) => (
              <li key={mark}>{bulk.refusal(mark, why)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ConfirmDialog
        opened={confirming}
        title={bulk.matchedTitle}
        question={bulk.matchedQuestion}
        note={running && <p role="status">{progressText(first, approved)}</p>}
        confirmLabel={bulk.matchedConfirm}
        busy={running}
        onConfirm={() => void confirm()}
        onCancel={cancel}
      />
    </>
  );
}

function progressText(first: number | null, approved: number | null): string {
  const { matchedFirst, matchedProgress } = queue.bulk;
  if (approved !== null) return matchedProgress(approved);
  return first === null ? '' : matchedFirst(first);
}
