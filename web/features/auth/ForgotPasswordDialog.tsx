import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { common } from '#messages/common.ts';
import { forgotPassword } from '#messages/forgotPassword.ts';
import { EmailDialog } from './EmailDialog.tsx';

const ForgotPassword_Mutation = graphql(`
  mutation ForgotPassword_Mutation($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const options = {
  known: { USER_NOT_FOUND: forgotPassword.userNotFound },
  fields: { USER_NOT_FOUND: 'email' },
};

/** Requests a link to set a new password. */
export function ForgotPasswordDialog(dialog: { email: string; opened: boolean; onClose: () => void }) {
  const { act } = useAction(ForgotPassword_Mutation, options);
  return (
    <EmailDialog
      {...dialog}
      title={forgotPassword.title}
      text={forgotPassword.text}
      submit={common.submit}
      onSend={act}
    />
  );
}
