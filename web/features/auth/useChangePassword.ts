import { useMutation } from '@apollo/client/react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';

const ChangePassword_Mutation = graphql(`
  mutation ChangePassword_Mutation($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** What is wrong with what was typed, or null: nothing is sent then. */
export function wrongPasswordChange({ oldPassword, newPassword, confirmation }: PasswordChange): string | null {
  if (oldPassword === '' || newPassword === '' || confirmation === '') return words.errors.required;
  return newPassword === confirmation ? null : words.errors.passwordsDiffer;
}

/**
 * Changes one's password, which ends all one's sessions. Answers null, or what went wrong; players and admins read
 * different words about a wrong old password.
 */
export function useChangePassword(wrongOld: string) {
  const [mutate, { loading }] = useMutation(ChangePassword_Mutation);

  const changePassword = async ({ oldPassword, newPassword }: PasswordChange): Promise<string | null> => {
    try {
      const { data } = await mutate({ variables: { input: { oldPassword, newPassword } } });
      const result = data?.changePassword;
      if (!result || result.__typename === 'AcknowledgedPayload') return null;
      return refusalText(result, { INCORRECT_OLD_PASSWORD: wrongOld, INVALID_INPUT: words.errors.ourMistake });
    } catch (error) {
      return errorText(error);
    }
  };

  return { changePassword, changing: loading };
}
