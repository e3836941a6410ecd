import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { payees as payeesWords } from '#messages/admin/payees.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useRequiredReason } from '../admin/useRequiredReason.tsx';
import type { Consequence } from './consequence.ts';

interface PayeeConfirmProps {
  opened: boolean;
  /** The action's name, such as "Remove UPI". */
  title: string;
  /** The account. */
  name: string;
  consequence: Consequence;
  danger?: boolean;
  busy: boolean;
  /** Called with the reason, and whether the admin has confirmed that deposits stop. */
  onConfirm: (given: { reason: string; depositsStop: boolean }) => void;
  onCancel: () => void;
}

/**
 * Confirms a change of where players pay: what follows, a reason, and, where deposits stop, that they shall. Give each
 * confirmation a key of its own.
 */
export function PayeeConfirm({ consequence, name, title, onConfirm, ...dialog }: PayeeConfirmProps) {
  const payees = payeesWords;
  const reason = useRequiredReason(payees.reasonHint);
  const [stop, setStop] = useState(false);
  const [refused, setRefused] = useState(false);

  const confirm = () => {
    const given = reason.take();
    const unconfirmed = consequence.depositsStop && !stop;
    setRefused(unconfirmed);
    if (given === null || unconfirmed) return;
    onConfirm({ reason: given, depositsStop: consequence.depositsStop });
  };
  return (
    <ConfirmDialog
      {...dialog}
      title={title}
      question={payees.proceed}
      note={
        <Stack gap={12}>
          <p>
            <strong>{name}</strong>
          </p>
          <p>{consequence.text}</p>
          {consequence.depositsStop && (
            <Checkbox
              radius={4}
              checked={stop}
              label={payees.confirmStop}
              error={refused && !stop ? payees.confirmStopMissing : null}
              onChange={(event) => setStop(event.currentTarget.checked)}
            />
          )}
          {reason.field}
        </Stack>
      }
      confirmLabel={title}
      onConfirm={confirm}
    />
  );
}
