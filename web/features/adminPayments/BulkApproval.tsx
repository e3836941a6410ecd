import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoneyShort } from '../../lib/money.ts';
import { queue } from '#messages/admin/queue.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SelectionBar } from '../admin/SelectionBar.tsx';
import { useApproveDeposits } from './useApproveDeposits.ts';
import { maxSelected, type Selection } from './useSelection.ts';

/** What was refused of the last approval: the deposit's reference, and why. */
type Refused = readonly (readonly [mark: string, why: string])[];

/** While deposits are selected: how many, their sum, and their approval after a confirmation. */
export function BulkApproval({ selection }: { selection: Selection }) {
  const bulk = queue.bulk;
  const [confirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState<Refused>([]);
  const { approve, approving, problem } = useApproveDeposits();
  const count = selection.ids.size;
  const sum = formatMoneyShort(selection.sum);
  // Each approval takes a deposit out of the selection: the dialog keeps saying what was confirmed.
  const [confirmed, setConfirmed] = useState<{ readonly count: number; readonly sum: string } | null>(null);
  const asked = confirmed ?? { count, sum };

  const ask = () => {
    setConfirmed(null);
    setConfirming(true);
  };
  const confirm = async () => {
    setConfirmed({ count, sum });
    const answer = await approve([...selection.ids]);
    setConfirming(false);
    if (answer.outcome !== 'done') return;
    const { approvals } = answer.payload;
    const done = approvals.filter(({ approved }) => approved).length;
    if (done > 0) showToast({ text: bulk.done(done), tone: 'good' });
    const proposed = approvals.filter((one) => one.proposed).length;
    if (proposed > 0) showToast({ text: bulk.proposed(proposed), tone: 'good' });
    setRefused(
      approvals.flatMap(({ refusal, transaction }) =>
        refusal === null ? [] : [[transaction?.reference ?? '', refusal.message] as const],
      ),
    );
    selection.clear();
  };
  return (
    <>
      {count > 0 && (
        <SelectionBar selected={bulk.selected(count, sum)}>
          <Button onClick={ask}>{bulk.approve}</Button>
          <Button variant="light" onClick={() => void selection.selectMatching()}>
            {bulk.matching(maxSelected)}
          </Button>
          <Button variant="light" onClick={selection.clear}>
            {bulk.clear}
          </Button>
        </SelectionBar>
      )}
      {problem && <Notice tone="bad">{problem.text}</Notice>}
      {refused.length > 0 && (
        <Notice tone="bad" onDismiss={() => setRefused([])}>
          <p>{bulk.refused(refused.length)}</p>
          <ul>
            {refused.map(([mark, why]) => (
              <li key={mark}>{bulk.refusal(mark, why)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ConfirmDialog
        opened={confirming}
        title={bulk.title(asked.count)}
        question={bulk.question(asked.sum)}
        confirmLabel={bulk.confirm(asked.count, asked.sum)}
        busy={approving}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
