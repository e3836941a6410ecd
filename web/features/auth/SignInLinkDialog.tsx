import { useMutation } from '@apollo/client/react';
import { mutationError } from '../../apollo/mutationError.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { EmailDialog } from './EmailDialog.tsx';

const SignInLink_Mutation = graphql(`
  mutation SignInLink_Mutation($input: RequestSignInLinkInput!) {
    requestSignInLink(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const known = { USER_NOT_FOUND: words.forgotPassword.userNotFound, INVALID_INPUT: words.errors.ourMistake };

/** Requests a link that signs in once without a password. */
export function SignInLinkDialog(dialog: { email: string; opened: boolean; onClose: () => void }) {
  const [mutate] = useMutation(SignInLink_Mutation);
  return (
    <EmailDialog
      {...dialog}
      title={words.login.emailLink}
      text={words.login.emailLinkText}
      submit={words.login.sendLink}
      onSend={(email) =>
        mutationError(async () => (await mutate({ variables: { input: { email } } })).data?.requestSignInLink, known)
      }
    />
  );
}
