import { Button } from '@mantine/core';
import { useState } from 'react';
import { admins as adminsWords } from '#messages/admin/admins.ts';
import { updatedWhat } from '#messages/admin/updatedWhat.ts';
import { showToast } from '../../ui/toasts.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
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
  const { deactivate, busy } = useMemberStatus();
  const admins = adminsWords;

  const confirm = async (reason: string) => {
    const problem = await deactivate(user.id, reason);
    setConfirming(false);
    showToast(
      problem === null ? { text: updatedWhat.deactivated(user.name), tone: 'good' } : { text: problem, tone: 'bad' },
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
      <ReasonDialog
        opened={confirming}
        title={admins.deactivateTitle}
        question={admins.deactivateQuestion(user.name)}
        confirmLabel={admins.deactivate}
        danger
        busy={busy}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
