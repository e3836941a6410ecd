import { Button } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Message } from '../../ui/MessagePopup.tsx';
import classes from './PayeeCard.module.css';
import { usePayees } from './usePayees.ts';

type Action = 'activate' | 'deactivate' | 'remove';

interface PayeeActionsProps {
  payee: { readonly id: string; readonly active: boolean };
  /** The account's name for screen readers, because many buttons look the same. */
  name: string;
  labels: Readonly<Record<Action, string>> & { readonly updated: string; readonly removed: string };
  /** Called with the result. */
  onDone: (message: Message) => void;
}

/** Activates, deactivates or removes a payee, each after a confirmation. */
export function PayeeActions({ payee, name, labels, onDone }: PayeeActionsProps) {
  const [action, setAction] = useState<Action | null>(null);
  const [confirming, setConfirming] = useState(false);
  const { setActive, remove, busy } = usePayees();
  const toggle: Action = payee.active ? 'deactivate' : 'activate';

  const confirm = (kind: Action) => {
    setAction(kind);
    setConfirming(true);
  };
  const proceed = async () => {
    const removing = action === 'remove';
    const problem = removing ? await remove(payee.id) : await setActive(payee.id, action === 'activate');
    setConfirming(false);
    if (problem !== null) onDone({ text: problem, tone: 'bad' });
    else onDone({ text: removing ? labels.removed : labels.updated, tone: 'good' });
  };

  return (
    <div className={classes.actions}>
      {([toggle, 'remove'] as const).map((kind) => (
        <Button
          key={kind === 'remove' ? 'remove' : 'toggle'}
          variant="light"
          h={44}
          px={8}
          {...(kind === 'remove' ? { color: 'red' } : {})}
          aria-label={`${labels[kind]}: ${name}`}
          onClick={() => confirm(kind)}
        >
          {labels[kind]}
        </Button>
      ))}
      <ConfirmDialog
        opened={confirming}
        title={action ? labels[action] : ''}
        question={words.admin.payees.proceed}
        note={name}
        confirmLabel={action ? labels[action] : ''}
        danger={action === 'remove'}
        busy={busy}
        onConfirm={() => void proceed()}
        onCancel={() => setConfirming(false)}
      />
    </div>
  );
}
