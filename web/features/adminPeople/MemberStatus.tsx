import { Button } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
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
  const done = active ? words.admin.updatedWhat.deactivated : words.admin.updatedWhat.reactivated;
  const texts = active ? words.admin.detail.deactivate : words.admin.detail.reactivate;

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
