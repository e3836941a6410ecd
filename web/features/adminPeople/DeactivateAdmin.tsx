import { Button } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ReasonField } from '../admin/ReasonField.tsx';
import { useMemberStatus } from './useMemberStatus.ts';

/** Ends an admin's access, after asking. There is no way back from this list. */
export function DeactivateAdmin({
  user,
  active,
}: {
  user: { readonly id: string; readonly name: string };
  active: boolean;
}) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { deactivate, busy } = useMemberStatus();
  const { admins, updated } = words.admin;

  const confirm = async () => {
    const problem = await deactivate(user.id, reason);
    setAsking(false);
    showToast(problem === null ? { text: updated, tone: 'good' } : { text: problem, tone: 'bad' });
  };

  return (
    <>
      <Button
        variant="light"
        color="red"
        h={44}
        disabled={!active}
        aria-label={`${active ? admins.deactivate : admins.deactivated}: ${user.name}`}
        onClick={() => setAsking(true)}
      >
        {active ? admins.deactivate : admins.deactivated}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={admins.deactivateTitle}
        question={admins.deactivateQuestion(user.name)}
        note={<ReasonField value={reason} onChange={setReason} />}
        confirmLabel={admins.deactivate}
        danger
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
