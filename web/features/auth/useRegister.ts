import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';

const Register_Mutation = graphql(`
  mutation Register_Mutation($input: RegisterInput!) {
    register(input: $input) {
      ... on RegisterPayload {
        mail {
          subject
          text
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Registers an account. Its password is mailed, or returned in `mail` where this installation sends no mail. */
export function useRegister() {
  const [mutate] = useMutation(Register_Mutation);
  const [state, setState] = useState<'idle' | 'registering' | 'registered'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const [mail, setMail] = useState<{ subject: string; text: string } | null>(null);

  const register = async (email: string, name: string) => {
    setProblem(null);
    setState('registering');
    try {
      const { data } = await mutate({ variables: { input: { email, name } } });
      const result = data?.register;
      const refused = result && result.__typename !== 'RegisterPayload';
      setProblem(refused ? refusalText(result, registerWords) : null);
      setMail(result?.__typename === 'RegisterPayload' ? result.mail : null);
      setState(refused ? 'idle' : 'registered');
    } catch (error) {
      setProblem(errorText(error));
      setState('idle');
    }
  };

  return { register, state, mail, problem, setProblem };
}

const registerWords = { EMAIL_TAKEN: words.signup.emailTaken, INVALID_INPUT: words.errors.ourMistake };
