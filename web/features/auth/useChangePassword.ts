import { useMutation } from '@apollo/client/react';
import { problemOf } from '../../apollo/problemOf.ts';
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

  const changePassword = ({ oldPassword, newPassword }: PasswordChange): Promise<string | null> =>
    problemOf(async () => (await mutate({ variables: { input: { oldPassword, newPassword } } })).data?.changePassword, {
      INCORRECT_OLD_PASSWORD: wrongOld,
      INVALID_INPUT: words.errors.ourMistake,
    });

  return { changePassword, changing: loading };
}
