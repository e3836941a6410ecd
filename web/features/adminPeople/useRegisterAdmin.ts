import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { signup } from '#messages/signup.ts';

const RegisterAdmin_Mutation = graphql(`
  mutation RegisterAdmin_Mutation($input: RegisterAdminInput!) {
    registerAdmin(input: $input) {
      ...Refusal_error @unmask
      ... on RegisterAdminPayload {
        proposed
        mail {
          subject
          text
        }
      }
    }
  }
`);

const options = { known: { EMAIL_TAKEN: signup.emailTaken }, fields: { EMAIL_TAKEN: 'email' } };

/** Creates an admin, whose password is mailed. */
export function useRegisterAdmin() {
  return useAction(RegisterAdmin_Mutation, options).act;
}
