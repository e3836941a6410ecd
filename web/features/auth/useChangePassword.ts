import { useAction } from '../../apollo/useAction.ts';
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

/** Validates the input; null if valid. An invalid change is not sent. */
export function passwordChangeError({ oldPassword, newPassword, confirmation }: PasswordChange): string | null {
  if (oldPassword === '' || newPassword === '' || confirmation === '') return words.errors.required;
  return newPassword === confirmation ? null : words.errors.passwordsDiffer;
}

/**
 * Changes the user's password, which ends all their sessions. Resolves to null, or to the error message; players and
 * admins are shown different messages for a wrong old password.
 */
export function useChangePassword(wrongOld: string) {
  const { act, pending } = useAction(ChangePassword_Mutation, {
    known: { INCORRECT_OLD_PASSWORD: wrongOld, INVALID_INPUT: words.errors.ourMistake },
  });
  const changePassword = async ({ oldPassword, newPassword }: PasswordChange): Promise<string | null> =>
    (await act({ oldPassword, newPassword })).problem?.text ?? null;
  return { changePassword, changing: pending };
}
