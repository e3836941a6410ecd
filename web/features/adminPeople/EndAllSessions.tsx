import { Button } from '@mantine/core';
import { useState } from 'react';
import { detail } from '#messages/admin/detail.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ReasonField } from '../admin/ReasonField.tsx';
import { useEndMemberSessions } from './useEndMemberSessions.ts';

/** Logs a member out everywhere, after a confirmation. */
export function EndAllSessions({ user }: { user: { readonly id: string; readonly name: string } }) {
  const [confirming, setConfirming] = useState(false);
  const [reason, setReason] = useState('');
  const { act, pending } = useEndMemberSessions();
  const { sessions } = detail;
  const confirm = async () => {
    await act({ userId: user.id, reason });
    setConfirming(false);
  };
  return (
    <>
      <Button variant="light" color="red" onClick={() => setConfirming(true)}>
        {sessions.endAll}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={sessions.endAll}
        question={sessions.endAllQuestion(user.name)}
        note={<ReasonField value={reason} onChange={setReason} />}
        confirmLabel={sessions.endAll}
        danger
        busy={pending}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
