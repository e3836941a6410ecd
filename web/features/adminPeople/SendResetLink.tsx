import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { detail } from '#messages/admin/detail.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

const SendResetLink_Mutation = graphql(`
  mutation SendResetLink_Mutation($input: SendResetLinkInput!) {
    sendResetLink(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const options = { toast: () => detail.security.link.done };

/** Mails a member the link with which they set a new password themselves. */
export function SendResetLink({ user }: { user: { readonly id: string; readonly name: string } }) {
  const [confirming, setConfirming] = useState(false);
  const { act, pending } = useAction(SendResetLink_Mutation, options);
  const { link } = detail.security;
  const confirm = async () => {
    await act({ userId: user.id });
    setConfirming(false);
  };
  return (
    <>
      <Button variant="light" onClick={() => setConfirming(true)}>
        {link.deed}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={link.deed}
        question={link.question(user.name)}
        confirmLabel={link.confirm}
        busy={pending}
        onConfirm={() => void confirm()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
