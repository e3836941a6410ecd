import { useAction } from '../../apollo/useAction.ts';
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

const options = {
  known: { USER_NOT_FOUND: words.forgotPassword.userNotFound },
  fields: { USER_NOT_FOUND: 'email' },
};

/** Requests a link to set a new password. */
export function ForgotPasswordDialog(dialog: { email: string; opened: boolean; onClose: () => void }) {
  const { act } = useAction(ForgotPassword_Mutation, options);
  return (
    <EmailDialog
      {...dialog}
      title={words.forgotPassword.title}
      text={words.forgotPassword.text}
      submit={words.common.submit}
      onSend={act}
    />
  );
}
