import { useMutation } from '@apollo/client/react';
import { problemOf } from '../../apollo/problemOf.ts';
import { graphql } from '../../gql/gql.ts';
import { isEmail } from '../../lib/text.ts';
import { words } from '../../messages/words.ts';

const RegisterAdmin_Mutation = graphql(`
  mutation RegisterAdmin_Mutation($input: RegisterAdminInput!) {
    registerAdmin(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

interface NewAdmin {
  readonly email: string;
  readonly name: string;
}

const known = { EMAIL_TAKEN: words.signup.emailTaken, INVALID_INPUT: words.errors.invalidPayload };

/** Makes an admin, whose password travels by mail. Answers null, or what is or went wrong. */
export function useRegisterAdmin() {
  const [mutate, { loading }] = useMutation(RegisterAdmin_Mutation);
  const registerAdmin = async ({ email, name }: NewAdmin): Promise<string | null> => {
    if (email.trim() === '' || name.trim() === '') return words.signup.required;
    if (!isEmail(email)) return words.errors.emailInvalid;
    return problemOf(async () => (await mutate({ variables: { input: { email, name } } })).data?.registerAdmin, known);
  };
  return { registerAdmin, registering: loading };
}
