import { Button } from '@mantine/core';
import { useState } from 'react';
import { detail } from '#messages/admin/detail.ts';
import { updatedWhat } from '#messages/admin/updatedWhat.ts';
import { showToast } from '../../ui/toasts.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
import { useMemberStatus } from './useMemberStatus.ts';

const rereadAfterDeed = ['PlayerDetailPage_Query'];

/** Deactivates or reactivates a player; a reason is mandatory. */
export function MemberStatus({
  user,
  active,
}: {
  user: { readonly id: string; readonly name: string };
  active: boolean;
}) {
  const [confirming, setConfirming] = useState(false);
  const { deactivate, reactivate, busy } = useMemberStatus(rereadAfterDeed);
  const done = active ? updatedWhat.deactivated : updatedWhat.reactivated;
  const texts = active ? detail.deactivate : detail.reactivate;

  const confirm = async (reason: string) => {
    const problem = await (active ? deactivate : reactivate)(user.id, reason);
    setConfirming(false);
    showToast(problem === null ? { text: done(user.name), tone: 'good' } : { text: problem, tone: 'bad' });
  };

  return (
    <>
      <Button variant="light" {...(active ? { color: 'red' } : {})} onClick={() => setConfirming(true)}>
        {texts.deed}
      </Button>
      <ReasonDialog
        opened={confirming}
        title={texts.deed}
        question={texts.question(user.name)}
        confirmLabel={texts.confirm}
        danger={active}
        busy={busy}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
