import { Button } from '@mantine/core';
import { useState } from 'react';
import { indianTimeOf, instantOfIndianTime } from '../../lib/indianTime.ts';
import { range as rangeWords } from '#messages/admin/range.ts';
import { stats } from '#messages/admin/stats.ts';
import { common } from '#messages/common.ts';
import { errors } from '#messages/errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import dialog from '../../ui/Dialogs.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { HalfHourField } from './HalfHourField.tsx';
import type { Range } from './statsRange.ts';

interface CustomRangeModalProps {
  opened: boolean;
  /** The current range: initial values of the fields. */
  range: Range;
  onApply: (range: Range) => void;
  onCancel: () => void;
}

/** Dialog for a custom range, in steps of half an hour, in Indian time. */
export function CustomRangeModal({ opened, range, onApply, onCancel }: CustomRangeModalProps) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={stats.custom.title}>
      <CustomRangeForm range={range} onApply={onApply} onCancel={onCancel} />
    </Dialog>
  );
}

function CustomRangeForm({ range, onApply, onCancel }: Omit<CustomRangeModalProps, 'opened'>) {
  const [given] = useState(range);
  const shown = { from: halfHourBefore(given.from), to: halfHourBefore(given.to) };
  const [typed, setTyped] = useState(shown);
  const [problem, setProblem] = useState<string | null>(null);

  const apply = () => {
    // A field that was left as it is keeps its instant: the end of "today" is now, not the half hour before.
    const chosen = (end: keyof Range) => (typed[end] === shown[end] ? given[end] : instantOfIndianTime(typed[end]));
    const from = chosen('from');
    const to = chosen('to');
    if (from === null || to === null) setProblem(errors.required);
    else if (from >= to) setProblem(rangeWords.backwards);
    else onApply({ from, to });
  };

  return (
    <SubmitForm onSubmit={apply}>
      <Stack>
        <HalfHourField label={rangeWords.from} value={typed.from} onChange={(from) => setTyped({ ...typed, from })} />
        <HalfHourField label={rangeWords.to} value={typed.to} onChange={(to) => setTyped({ ...typed, to })} />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={dialog.actions}>
          <Button variant="light" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit">{stats.custom.apply}</Button>
        </div>
      </Stack>
    </SubmitForm>
  );
}

/** "2026-11-20T12:30": the last half hour at or before an instant, in India. */
function halfHourBefore(iso: string): string {
  const time = indianTimeOf(iso);
  return `${time.slice(0, 14)}${Number(time.slice(14)) < 30 ? '00' : '30'}`;
}
