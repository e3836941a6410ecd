import { useState } from 'react';
import { codeOf, pageLanguage } from '../../apollo/language.ts';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { signup } from '#messages/signup.ts';
import { keepTypedAccount, passwordIn } from './typedAccount.ts';

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
  const { act } = useAction(Register_Mutation, options);
  const [registered, setRegistered] = useState<{ mail: { subject: string; text: string } | null } | null>(null);
  const register = async (account: { readonly email: string; readonly name: string }) => {
    const email = account.email.trim();
    const language = codeOf(pageLanguage());
    const outcome = await act({ email, name: account.name.trim(), language });
    if (outcome.outcome === 'done') {
      const { mail } = outcome.payload;
      keepTypedAccount({ email, password: passwordIn(mail?.text ?? '') });
      setRegistered({ mail });
    }
    return outcome;
  };
  return { register, registered };
}

const options = {
  known: { EMAIL_TAKEN: signup.emailTaken },
  fields: { EMAIL_TAKEN: 'email' },
};
