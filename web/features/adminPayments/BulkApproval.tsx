import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoneyShort } from '../../lib/money.ts';
import { queue } from '#messages/admin/queue.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SelectionBar } from '../admin/SelectionBar.tsx';
import { useApproveRequests, type Approvals, type RequestType } from './useApproveRequests.ts';
import { maxSelected, type Selection } from './useSelection.ts';

interface Asked {
  readonly type: RequestType;
  readonly count: number;
  readonly sum: string;
}

/** While requests are selected: how many, their sum, and their approval after a confirmation. */
export function BulkApproval({ selection }: { selection: Selection }) {
  const bulk = queue.bulk;
  const [confirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState<Approvals['refused']>([]);
  const { approve, approving, problem } = useApproveRequests(selection.type);
  const count = selection.ids.size;
  const sum = formatMoneyShort(selection.sum);
  const { type } = selection;
  // Each approval takes a request out of the selection: the dialog keeps saying what was confirmed.
  const [confirmed, setConfirmed] = useState<Asked | null>(null);
  const asked = confirmed ?? { type, count, sum };

  const ask = () => {
    setConfirmed(null);
    setConfirming(true);
  };
  const confirm = async () => {
    setConfirmed({ type, count, sum });
    const answer = await approve([...selection.ids]);
    setConfirming(false);
    if (answer === null) return;
    if (answer.approved > 0) showToast({ text: bulk.done(type, answer.approved), tone: 'good' });
    if (answer.proposed > 0) showToast({ text: bulk.proposed(type, answer.proposed), tone: 'good' });
    setRefused(answer.refused);
    selection.clear();
  };
  return (
    <>
      {count > 0 && (
        <SelectionBar selected={bulk.selected(type, count, sum)}>
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
        title={bulk.title(asked.type, asked.count)}
        question={bulk.question[asked.type](asked.sum)}
        confirmLabel={bulk.confirm(asked.type, asked.count, asked.sum)}
        busy={approving}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
