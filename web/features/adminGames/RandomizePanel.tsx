import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { games } from '#messages/admin/games.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ReasonField } from '../admin/ReasonField.tsx';
import classes from './RandomizePanel.module.css';

interface RandomizePanelProps {
  randomize: boolean;
  /** Whether the admin may not change it. */
  readOnly: boolean;
  busy: boolean;
  /** Resolves once the change is done or refused. */
  onSet: (randomize: boolean, reason: string) => Promise<void>;
  /** With real money a change needs a reason. */
  needsReason: boolean;
}

/** Whether the fair draw decides rounds that open from now on; each change must be confirmed. */
export function RandomizePanel({ randomize, readOnly, busy, needsReason, onSet }: RandomizePanelProps) {
  const [confirming, setConfirming] = useState(false);
  const [reason, setReason] = useState('');
  const { randomizing } = games;
  const next = !randomize;

  const confirm = async () => {
    await onSet(next, reason);
    setConfirming(false);
    setReason('');
  };

  return (
    <Card title={randomizing.title}>
      <Stack>
        <SegmentedControl
          fullWidth
          disabled={readOnly}
          aria-label={randomizing.title}
          value={randomize ? 'yes' : 'no'}
          data={[
            { value: 'yes', label: randomizing.yes },
            { value: 'no', label: randomizing.no },
          ]}
          onChange={() => setConfirming(true)}
        />
        <p>{randomize ? randomizing.on : randomizing.off}</p>
        <p className={classes.hint}>{randomizing.hint}</p>
      </Stack>
      <ConfirmDialog
        opened={confirming}
        title={randomizing.title}
        question={next ? randomizing.questionOn : randomizing.questionOff}
        note={<ReasonField value={reason} onChange={setReason} required={needsReason} />}
        confirmLabel={next ? randomizing.confirmOn : randomizing.confirmOff}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </Card>
  );
}
