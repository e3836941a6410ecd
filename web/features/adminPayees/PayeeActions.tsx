import { Button } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Message } from '../../ui/MessagePopup.tsx';
import classes from './PayeeCard.module.css';
import { usePayees } from './usePayees.ts';

type Deed = 'activate' | 'deactivate' | 'remove';

interface PayeeActionsProps {
  payee: { readonly id: string; readonly active: boolean };
  /** The account, as it is called in speech: many buttons look the same. */
  name: string;
  labels: Readonly<Record<Deed, string>> & { readonly updated: string; readonly removed: string };
  /** Hears of what came of it. */
  onDone: (message: Message) => void;
}

/** Switches a payee on or off, or removes it, each after asking. */
export function PayeeActions({ payee, name, labels, onDone }: PayeeActionsProps) {
  const [asked, setAsked] = useState<Deed | null>(null);
  const [asking, setAsking] = useState(false);
  const { setActive, remove, busy } = usePayees();
  const toggle: Deed = payee.active ? 'deactivate' : 'activate';

  const ask = (deed: Deed) => {
    setAsked(deed);
    setAsking(true);
  };
  const proceed = async () => {
    const removing = asked === 'remove';
    const problem = removing ? await remove(payee.id) : await setActive(payee.id, asked === 'activate');
    setAsking(false);
    if (problem !== null) onDone({ text: problem, tone: 'bad' });
    else onDone({ text: removing ? labels.removed : labels.updated, tone: 'good' });
  };

  return (
    <div className={classes.actions}>
      {([toggle, 'remove'] as const).map((deed) => (
        <Button
          key={deed === 'remove' ? 'remove' : 'toggle'}
          variant="light"
          h={44}
          px={8}
          {...(deed === 'remove' ? { color: 'red' } : {})}
          aria-label={`${labels[deed]}: ${name}`}
          onClick={() => ask(deed)}
        >
          {labels[deed]}
        </Button>
      ))}
      <ConfirmDialog
        opened={asking}
        title={asked ? labels[asked] : ''}
        question={words.admin.payees.proceed}
        note={name}
        confirmLabel={asked ? labels[asked] : ''}
        danger={asked === 'remove'}
        busy={busy}
        onConfirm={() => void proceed()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
