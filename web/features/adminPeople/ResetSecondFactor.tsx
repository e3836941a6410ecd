import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { detail } from '#messages/admin/detail.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';

const ResetSecondFactor_Mutation = graphql(`
  mutation ResetSecondFactor_Mutation($input: ResetSecondFactorInput!) {
    resetSecondFactor(input: $input) {
      ... on UserStatusPayload {
        member {
          ...MemberSecurity_member
          ...MemberSessions_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { toast: () => detail.security.reset.done };

/** Removes the second factor of somebody who has lost it; a reason is mandatory. */
export function ResetSecondFactor({ user }: { user: { readonly id: string; readonly name: string } }) {
  const [confirming, setConfirming] = useState(false);
  const { act, pending } = useAction(ResetSecondFactor_Mutation, options);
  const { reset } = detail.security;

  return (
    <>
      <Button variant="light" color="red" onClick={() => setConfirming(true)}>
        {reset.deed}
      </Button>
      <ReasonDialog
        opened={confirming}
        title={reset.deed}
        question={reset.question(user.name)}
        confirmLabel={reset.confirm}
        danger
        busy={pending}
        onConfirm={(reason) => void act({ userId: user.id, reason }).then(() => setConfirming(false))}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
