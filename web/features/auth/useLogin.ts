import { useAction } from '../../apollo/useAction.ts';
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
  const { act, pending, problem, setProblem } = useAction(Login_Mutation, options);
  const startSession = useStartSession();
  const login = async (id: string, password: string) => {
    const logged = await act({ id, password });
    if (logged.outcome === 'done') startSession(logged.payload);
  };
  return { login, loading: pending, problem: problem?.text ?? null, dismiss: () => setProblem(null) };
}

const options = {
  known: {
    BAD_CREDENTIALS: words.login.unauthorized,
    USER_NOT_FOUND: words.login.userNotFound,
    INVALID_INPUT: words.errors.ourMistake,
  },
};
