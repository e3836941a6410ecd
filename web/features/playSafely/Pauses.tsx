import { useState } from 'react';
import { whileSigningOut } from '../../apollo/sessionStore.ts';
import { formatInstant } from '../../lib/time.ts';
import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Stack } from '../../ui/Stack.tsx';
import type { Safety } from './LimitRow.tsx';
import { useExcludeMyself, useSetRealityCheck, useStartTimeOut } from './usePlaySafety.ts';

const minuteChoices = ['15', '20', '30', '45', '60'] as const;
const dayChoices = [1, 2, 3, 7, 14, 28, 42];

/** Chosen at once, as it can be changed at any time. */
export function RealityCheckCard({ safety }: { safety: Safety }) {
  const { act } = useSetRealityCheck();
  const minutes = safety.realityCheck?.minutes;
  const options = [
    { value: 'never', label: words.playSafely.never },
    ...minuteChoices.map((value) => ({ value, label: words.playSafely.minutes(Number(value)) })),
  ];
  return (
    <Card title={words.playSafely.reality}>
      <SelectField
        label={words.playSafely.realityText}
        placeholder={words.playSafely.choose}
        options={options}
        value={minutes === undefined ? 'never' : String(minutes)}
        onChange={(value) => void act({ minutes: value === 'never' ? null : Number(value) })}
      />
    </Card>
  );
}

export function TimeOutCard({ safety }: { safety: Safety }) {
  const { act, pending } = useStartTimeOut();
  const options = dayChoices.map((days) => ({
    value: String(days),
    label: days === 7 ? words.playSafely.week : words.playSafely.days(days),
  }));
  return (
    <Card title={words.playSafely.timeOut}>
      {safety.timeOutUntil && (
        <Notice tone="attention">{words.playSafely.timeOutUntil(formatInstant(safety.timeOutUntil))}</Notice>
      )}
      <Pause
        text={words.playSafely.timeOutText}
        label={words.playSafely.timeOutFor}
        options={options}
        deed={words.playSafely.startTimeOut}
        question={words.playSafely.timeOutQuestion}
        busy={pending}
        onConfirm={(value) => act({ days: Number(value) })}
      />
    </Card>
  );
}

/** The session ends with it. */
export function ExclusionCard({ onExcluded }: { onExcluded: () => Promise<void> }) {
  const { act, pending } = useExcludeMyself();
  const exclude = (value: string) =>
    whileSigningOut(async () => {
      const { outcome } = await act(value === 'forever' ? { forever: true } : { months: Number(value) });
      if (outcome === 'done') await onExcluded();
    });
  return (
    <Card title={words.playSafely.exclusion}>
      <Pause
        text={words.playSafely.exclusionText}
        label={words.playSafely.exclusionFor}
        options={words.playSafely.exclusions.map(([value = '', label = '']) => ({ value, label }))}
        deed={words.playSafely.exclude}
        question={words.playSafely.exclusionQuestion}
        busy={pending}
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
  busy: boolean;
  onConfirm: (value: string) => Promise<unknown>;
}

/** A length to choose and a button, confirmed in a dialog. */
function Pause({ text, label, options, deed, question, busy, onConfirm }: PauseProps) {
  const [value, setValue] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const length = options.find((option) => option.value === value)?.label ?? '';
  const confirm = async () => {
    await onConfirm(value ?? '');
    setConfirming(false);
  };
  return (
    <Stack gap={12}>
      <p>{text}</p>
      <SelectField
        label={label}
        placeholder={words.playSafely.choose}
        options={options}
        value={value}
        onChange={setValue}
      />
      <Button variant="light" danger disabled={value === null} onClick={() => setConfirming(true)}>
        {deed}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={deed}
        question={question(length)}
        confirmLabel={deed}
        danger
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </Stack>
  );
}
