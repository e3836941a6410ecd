import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { forgotPassword } from '#messages/forgotPassword.ts';
import { login } from '#messages/login.ts';
import { EmailDialog } from './EmailDialog.tsx';

const SignInLink_Mutation = graphql(`
  mutation SignInLink_Mutation($input: RequestSignInLinkInput!) {
    requestSignInLink(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const options = {
  known: { USER_NOT_FOUND: forgotPassword.userNotFound },
  fields: { USER_NOT_FOUND: 'email' },
};

/** Requests a link that signs in once without a password. */
export function SignInLinkDialog(dialog: { email: string; opened: boolean; onClose: () => void }) {
  const { act } = useAction(SignInLink_Mutation, options);
  return (
    <EmailDialog {...dialog} title={login.emailLink} text={login.emailLinkText} submit={login.sendLink} onSend={act} />
  );
}
