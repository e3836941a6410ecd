import { Button } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ReasonField } from '../admin/ReasonField.tsx';
import { useMemberStatus } from './useMemberStatus.ts';

/** Deactivates an admin, after a confirmation. This list can't undo it. */
export function DeactivateAdmin({
  user,
  active,
}: {
  user: { readonly id: string; readonly name: string };
  active: boolean;
}) {
  const [confirming, setConfirming] = useState(false);
  const [reason, setReason] = useState('');
  const { deactivate, busy } = useMemberStatus();
  const admins = words.admin.admins;

  const confirm = async () => {
    const problem = await deactivate(user.id, reason);
    setConfirming(false);
    showToast(
      problem === null
        ? { text: words.admin.updatedWhat.deactivated(user.name), tone: 'good' }
        : { text: problem, tone: 'bad' },
    );
  };

  return (
    <>
      <Button
        variant="light"
        color="red"
        mih={44}
        disabled={!active}
        aria-label={`${active ? admins.deactivate : admins.deactivated}: ${user.name}`}
        onClick={() => setConfirming(true)}
      >
        {active ? admins.deactivate : admins.deactivated}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={admins.deactivateTitle}
        question={admins.deactivateQuestion(user.name)}
        note={<ReasonField value={reason} onChange={setReason} />}
        confirmLabel={admins.deactivate}
        danger
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
