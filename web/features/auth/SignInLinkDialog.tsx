import { useMutation } from '@apollo/client/react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
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

/** Asks for a link that signs in once, without a password. */
export function SignInLinkDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [mutate] = useMutation(SignInLink_Mutation);

  const send = async (email: string) => {
    try {
      const { data } = await mutate({ variables: { input: { email } } });
      const result = data?.requestSignInLink;
      if (!result || result.__typename === 'AcknowledgedPayload') return null;
      return refusalText(result, { USER_NOT_FOUND: words.forgotPassword.userNotFound });
    } catch (error) {
      return errorText(error);
    }
  };

  return (
    <EmailDialog
      opened={opened}
      onClose={onClose}
      title={words.login.emailLink}
      text={words.login.emailLinkText}
      submit={words.login.sendLink}
      onSend={send}
    />
  );
}
