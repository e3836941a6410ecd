import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { useStartSession } from '../session/useStartSession.ts';

const Login_Mutation = graphql(`
  mutation Login_Mutation($input: LoginInput!) {
    login(input: $input) {
      ...StartSession_payload @unmask
      ...Refusal_error @unmask
    }
  }
`);

/** Logs in and navigates by user type; a refusal becomes the form's error message. */
export function useLogin() {
  const [mutate, { loading }] = useMutation(Login_Mutation);
  const [problem, setProblem] = useState<string | null>(null);
  const startSession = useStartSession();

  const login = async (id: string, password: string) => {
    setProblem(null);
    try {
      const { data } = await mutate({ variables: { input: { id, password } } });
      const result = data?.login;
      if (result?.__typename === 'SessionPayload') startSession(result);
      else if (result) setProblem(refusalText(result, loginWords));
    } catch (error) {
      setProblem(errorText(error));
    }
  };

  return { login, loading, problem, dismiss: () => setProblem(null) };
}

const loginWords = {
  BAD_CREDENTIALS: words.login.unauthorized,
  USER_NOT_FOUND: words.login.userNotFound,
  INVALID_INPUT: words.errors.ourMistake,
};
