import { Button } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ReasonField } from '../admin/ReasonField.tsx';
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
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { deactivate, reactivate, busy } = useMemberStatus(rereadAfterDeed);
  const done = active ? words.admin.updatedWhat.deactivated : words.admin.updatedWhat.reactivated;
  const texts = active ? words.admin.detail.deactivate : words.admin.detail.reactivate;

  const confirm = async () => {
    if (reason.trim() === '') {
      setMissing(true);
      return;
    }
    const problem = await (active ? deactivate : reactivate)(user.id, reason);
    setConfirming(false);
    if (problem === null) setReason('');
    showToast(problem === null ? { text: done(user.name), tone: 'good' } : { text: problem, tone: 'bad' });
  };

  return (
    <>
      <Button variant="light" {...(active ? { color: 'red' } : {})} onClick={() => setConfirming(true)}>
        {texts.deed}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={texts.deed}
        question={texts.question(user.name)}
        note={
          <ReasonField
            required
            value={reason}
            error={missing ? words.admin.reason.missing : null}
            onChange={(text) => {
              setReason(text);
              setMissing(false);
            }}
          />
        }
        confirmLabel={texts.confirm}
        danger={active}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
