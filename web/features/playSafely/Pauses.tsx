import { useState } from 'react';
import { whileSigningOut } from '../../apollo/sessionStore.ts';
import { formatInstant } from '../../lib/time.ts';
import { errors } from '#messages/errors.ts';
import { playSafely } from '#messages/playSafely.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm, type FormProblem } from '../../ui/useForm.ts';
import type { Safety } from './LimitRow.tsx';
import { useExcludeMyself, useSetRealityCheck, useStartTimeOut } from './usePlaySafety.ts';

const minuteChoices = ['15', '20', '30', '45', '60'] as const;
const dayChoices = [1, 2, 3, 7, 14, 28, 42];

/** Chosen at once, as it can be changed at any time. */
export function RealityCheckCard({ safety }: { safety: Safety }) {
  const { act } = useSetRealityCheck();
  const minutes = safety.realityCheck?.minutes;
  const options = [
    { value: 'never', label: playSafely.never },
    ...minuteChoices.map((value) => ({ value, label: playSafely.minutes(Number(value)) })),
  ];
  return (
    <Card title={playSafely.reality}>
      <SelectField
        label={playSafely.realityText}
        placeholder={playSafely.choose}
        options={options}
        value={minutes === undefined ? 'never' : String(minutes)}
        onChange={(value) => void act({ minutes: value === 'never' ? null : Number(value) })}
      />
    </Card>
  );
}

export function TimeOutCard({ safety }: { safety: Safety }) {
  const { act } = useStartTimeOut();
  const start = async (days: string) => {
    const answer = await act({ days: Number(days) });
    if (answer.outcome === 'done') showToast({ text: playSafely.timeOutStarted, tone: 'good' });
    return answer;
  };
  const options = dayChoices.map((days) => ({ value: String(days), label: playSafely.days(days) }));
  return (
    <Card title={playSafely.timeOut}>
      {safety.timeOutUntil && (
        <Notice tone="attention">{playSafely.timeOutUntil(formatInstant(safety.timeOutUntil))}</Notice>
      )}
      <Pause
        text={playSafely.timeOutText}
        label={playSafely.timeOutFor}
        options={options}
        deed={playSafely.startTimeOut}
        question={playSafely.timeOutQuestion}
        onConfirm={start}
      />
    </Card>
  );
}

/** The session ends with it. */
export function ExclusionCard({ onExcluded }: { onExcluded: () => Promise<void> }) {
  const { act } = useExcludeMyself();
  const exclude = (value: string) =>
    whileSigningOut(async () => {
      const answer = await act(value === 'forever' ? { forever: true } : { months: Number(value) });
      if (answer.outcome === 'done') await onExcluded();
      return answer;
    });
  return (
    <Card title={playSafely.exclusion}>
      <Pause
        text={playSafely.exclusionText}
        label={playSafely.exclusionFor}
        options={playSafely.exclusions.map(([value = '', label = '']) => ({ value, label }))}
        deed={playSafely.exclude}
        question={playSafely.exclusionQuestion}
        onConfirm={exclude}
      />
    </Card>
  );
}

interface PauseProps {
  text: string;
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  deed: string;
  question: (length: string) => string;
  onConfirm: (value: string) => Promise<{ readonly problem: FormProblem | null }>;
}

/** A length to choose and a button, confirmed in a dialog. */
function Pause({ text, label, options, deed, question, onConfirm }: PauseProps) {
  const [confirming, setConfirming] = useState(false);
  const form = useForm<{ length: string | null }>({
    initial: { length: null },
    check: ({ length }) => ({ length: length === null ? errors.missing : null }),
    confirm: () => setConfirming(true),
    send: async ({ length }) => await onConfirm(length ?? ''),
  });
  const confirm = async () => {
    await form.send();
    setConfirming(false);
  };
  const actions = (
    <Button variant="light" danger type="submit">
      {deed}
    </Button>
  );
  return (
    <Form form={form} submit={deed} actions={actions}>
      <p>{text}</p>
      <SelectField label={label} placeholder={playSafely.choose} options={options} {...form.field('length')} />
      <ConfirmDialog
        opened={confirming}
        title={deed}
        question={question(options.find(({ value }) => value === form.typed.length)?.label ?? '')}
        confirmLabel={deed}
        danger
        busy={form.busy}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </Form>
  );
}
