import { useAction } from '../../apollo/useAction.ts';
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

const options = { known: { EMAIL_TAKEN: words.signup.emailTaken, INVALID_INPUT: words.errors.invalidPayload } };

/** Creates an admin, whose password is mailed. Resolves to null, or to the error message. */
export function useRegisterAdmin() {
  const { act, pending } = useAction(RegisterAdmin_Mutation, options);
  const registerAdmin = async ({ email, name }: NewAdmin): Promise<string | null> => {
    if (email.trim() === '' || name.trim() === '') return words.signup.required;
    if (!isEmail(email)) return words.errors.emailInvalid;
    return (await act({ email, name })).problem?.text ?? null;
  };
  return { registerAdmin, registering: pending };
}
