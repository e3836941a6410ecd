import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { keepNewAccount, passwordIn } from './newAccount.ts';

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
  const { act, pending, problem, setProblem } = useAction(Register_Mutation, options);
  const [registered, setRegistered] = useState<{ mail: { subject: string; text: string } | null } | null>(null);
  const register = async (email: string, name: string) => {
    const outcome = await act({ email, name });
    if (outcome.outcome === 'done') {
      keepNewAccount({ email, password: passwordIn(outcome.payload.mail?.text ?? '') });
    }
    setRegistered(outcome.outcome === 'done' ? { mail: outcome.payload.mail } : null);
  };
  const state: 'idle' | 'registering' | 'registered' = pending ? 'registering' : registered ? 'registered' : 'idle';
  return { register, state, mail: registered?.mail ?? null, problem: problem?.text ?? null, setProblem };
}

const options = { known: { EMAIL_TAKEN: words.signup.emailTaken, INVALID_INPUT: words.errors.ourMistake } };
