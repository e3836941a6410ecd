import { useMutation } from '@apollo/client/react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { EmailDialog } from './EmailDialog.tsx';

const ForgotPassword_Mutation = graphql(`
  mutation ForgotPassword_Mutation($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** Asks for a link with which to choose a new password. */
export function ForgotPasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [mutate] = useMutation(ForgotPassword_Mutation);

  const send = async (email: string) => {
    try {
      const { data } = await mutate({ variables: { input: { email } } });
      const result = data?.requestPasswordReset;
      if (!result || result.__typename === 'AcknowledgedPayload') return null;
      return refusalText(result, {
        USER_NOT_FOUND: words.forgotPassword.userNotFound,
        INVALID_INPUT: words.errors.ourMistake,
      });
    } catch (error) {
      return errorText(error);
    }
  };

  return (
    <EmailDialog
      opened={opened}
      onClose={onClose}
      title={words.forgotPassword.title}
      text={words.forgotPassword.text}
      submit={words.common.submit}
      onSend={send}
    />
  );
}
