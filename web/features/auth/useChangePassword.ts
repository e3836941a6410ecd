import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { missingPassword } from '../../ui/missing.ts';
import { checkNewPassword } from './NewPasswordFields.tsx';

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

export const noPasswords: PasswordChange = { oldPassword: '', newPassword: '', confirmation: '' };

export function checkPasswordChange({ oldPassword, ...typed }: PasswordChange) {
  return { oldPassword: missingPassword(oldPassword), ...checkNewPassword(typed) };
}

/** Changes the user's password, which ends all their sessions. Players and admins read different words for a wrong one. */
export function useChangePassword(wrongOld: string) {
  const { act } = useAction(ChangePassword_Mutation, {
    known: { INCORRECT_OLD_PASSWORD: wrongOld },
    fields: { INCORRECT_OLD_PASSWORD: 'oldPassword' },
  });
  return ({ oldPassword, newPassword }: PasswordChange) => act({ oldPassword, newPassword });
}
