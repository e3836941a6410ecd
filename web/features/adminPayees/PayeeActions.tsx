import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PaymentChannel } from '../../gql/graphql.ts';
import { proposals } from '#messages/admin/proposals.ts';
import type { Message } from '../../ui/MessagePopup.tsx';
import { consequenceOf, type ListedPayee } from './consequence.ts';
import classes from './PayeeCard.module.css';
import { PayeeConfirm } from './PayeeConfirm.tsx';
import { usePayees } from './usePayees.ts';

type Action = 'activate' | 'deactivate' | 'show' | 'remove';

interface PayeeActionsProps {
  payee: { readonly id: string; readonly active: boolean; readonly channel: PaymentChannel };
  /** The account's name for screen readers, because many buttons look the same. */
  name: string;
  /** The active accounts, the one that players are shown first. */
  active: readonly ListedPayee[];
  labels: Readonly<Record<Action, string>> & { readonly updated: string; readonly removed: string };
  /** Called with the result. */
  onDone: (message: Message) => void;
}

/** Activates, deactivates, chooses or removes a payee, each after a confirmation. */
export function PayeeActions({ payee, name, active, labels, onDone }: PayeeActionsProps) {
  const [action, setAction] = useState<Action>('activate');
  // Each confirmation is a new one, with an empty reason.
  const [asked, setAsked] = useState(0);
  const [confirming, setConfirming] = useState(false);
  const { setActive, show, remove, busy } = usePayees();
  const mayShow = payee.active && active[0]?.id !== payee.id;
  const actions: Action[] = [payee.active ? 'deactivate' : 'activate', ...(mayShow ? ['show' as const] : []), 'remove'];

  const ask = (kind: Action) => {
    setAction(kind);
    setAsked(asked + 1);
    setConfirming(true);
  };
  const proceed = async ({ reason, depositsStop }: { reason: string; depositsStop: boolean }) => {
    const change = { payeeId: payee.id, reason };
    const { problem, proposed } =
      action === 'remove'
        ? await remove({ ...change, depositsStop })
        : action === 'show'
          ? await show(change)
          : await setActive({ ...change, active: action === 'activate', depositsStop });
    setConfirming(false);
    if (problem !== null) onDone({ text: problem, tone: 'bad' });
    else if (proposed) onDone({ text: proposals.made, tone: 'good' });
    else onDone({ text: action === 'remove' ? labels.removed : labels.updated, tone: 'good' });
  };

  return (
    <div className={classes.actions}>
      {actions.map((kind) => (
        <Button
          key={kind === 'activate' || kind === 'deactivate' ? 'toggle' : kind}
          variant="light"
          h={44}
          px={8}
          {...(kind === 'remove' ? { color: 'red' } : {})}
          aria-label={`${labels[kind]}: ${name}`}
          onClick={() => ask(kind)}
        >
          {labels[kind]}
        </Button>
      ))}
      <PayeeConfirm
        key={asked}
        opened={confirming}
        title={labels[action]}
        name={name}
        consequence={consequenceOf(action, payee.id, active, payee.channel)}
        danger={action === 'remove' || action === 'deactivate'}
        busy={busy}
        onConfirm={(given) => void proceed(given)}
        onCancel={() => setConfirming(false)}
      />
    </div>
  );
}
