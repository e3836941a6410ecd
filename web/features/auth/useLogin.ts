import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { login } from '#messages/login.ts';
import { useStartSession } from '../session/useStartSession.ts';

const Login_Mutation = graphql(`
  mutation Login_Mutation($input: LoginInput!) {
    login(input: $input) {
      ...StartSession_payload @unmask
      ...Refusal_error @unmask
    }
  }
`);

export interface LoginInput {
  readonly id: string;
  readonly password: string;
}

/** Logs in, with a code where the account asks for one, and navigates by user type. */
export function useLogin() {
  const { act } = useAction(Login_Mutation, options);
  const startSession = useStartSession();
  return async ({ id, password }: LoginInput, otp: string | null = null) => {
    const logged = await act({ id: id.trim(), password, ...(otp !== null && { otp }) });
    if (logged.outcome === 'done') startSession(logged.payload);
    return logged;
  };
}

const options = {
  known: { BAD_CREDENTIALS: login.unauthorized, USER_NOT_FOUND: login.userNotFound },
  fields: { BAD_CREDENTIALS: 'password', USER_NOT_FOUND: 'id' },
};
