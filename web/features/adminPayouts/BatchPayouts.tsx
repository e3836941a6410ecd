import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SelectionBar } from '../admin/SelectionBar.tsx';
import { isPayoutReference } from '../adminPayments/decisionChecks.ts';
import type { References } from './AnswerCard.tsx';
import { isAwaited, type Batch } from './batch.ts';
import { BatchTable } from './BatchTable.tsx';
import { NotSentDialog } from './NotSentDialog.tsx';
import classes from './Payouts.module.css';
import { useBatchActions } from './useBatchActions.ts';

const texts = payoutBatches.payouts;

interface BatchPayoutsProps {
  batch: Batch;
  references: References;
  onReference: (payoutId: string, reference: string) => void;
}

type Refused = readonly (readonly [code: string, why: string])[];

/** The payouts of a batch: their references are recorded together, and those that weren't sent leave it. */
export function BatchPayouts({ batch, references, onReference }: BatchPayoutsProps) {
  const awaited = batch.payouts.filter((payout) => isAwaited(batch, payout));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<'record' | 'notSent' | null>(null);
  const [refused, setRefused] = useState<Refused>([]);
  const { record, setNotSent, busy, problem } = useBatchActions(batch.id);
  const ready = awaited.filter(({ id }) => isPayoutReference(references[id] ?? ''));
  const selected = awaited.filter(({ id }) => chosen.has(id));
  const sum = ready.reduce((all, { transaction }) => all + paiseOf(transaction.amount), 0n);

  const confirm = async () => {
    const answer = await record(ready.map(({ id }) => ({ payoutId: id, reference: (references[id] ?? '').trim() })));
    setAsking(null);
    if (answer.outcome !== 'done') return;
    const { recorded } = answer.payload;
    const failed = recorded.flatMap(({ payout, refusal }) =>
      refusal === null ? [] : [[payout?.code ?? '', refusal.message] as const],
    );
    setRefused(failed);
    const done = recorded.length - failed.length;
    if (done > 0) showToast({ text: texts.recorded(done), tone: 'good' });
  };
  const leave = async (reason: string) => {
    const answer = await setNotSent(
      selected.map(({ id }) => id),
      reason,
    );
    setAsking(null);
    if (answer.outcome !== 'done') return;
    showToast({ text: texts.left(selected.length), tone: 'good' });
    setChosen(new Set());
  };
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{texts.title}</h2>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {refused.length > 0 && (
        <Notice tone="bad" onDismiss={() => setRefused([])}>
          <p>{texts.refused(refused.length)}</p>
          <ul className={classes.rows}>
            {refused.map(([code, why]) => (
              <li key={code}>{texts.refusal(code, why)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {awaited.length > 0 && (
        <SelectionBar
          selected={
            selected.length > 0 ? texts.selected(selected.length) : texts.ready(ready.length, formatMoneyShort(sum))
          }
        >
          <Button disabled={ready.length === 0} onClick={() => setAsking('record')}>
            {texts.record(ready.length)}
          </Button>
          {selected.length > 0 && (
            <Button variant="light" onClick={() => setAsking('notSent')}>
              {texts.notSent}
            </Button>
          )}
        </SelectionBar>
      )}
      <BatchTable
        batch={batch}
        references={references}
        onReference={onReference}
        chosen={chosen}
        onChoose={setChosen}
      />
      <ConfirmDialog
        opened={asking === 'record'}
        title={texts.recordTitle(ready.length)}
        question={texts.recordQuestion(formatMoney(sum))}
        confirmLabel={texts.record(ready.length)}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(null)}
      />
      {asking === 'notSent' && (
        <NotSentDialog
          count={selected.length}
          busy={busy}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => void leave(reason)}
        />
      )}
    </section>
  );
}
