import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SetAdminRolesInput } from '../../gql/graphql.ts';

const SetAdminRoles_Mutation = graphql(`
  mutation SetAdminRoles_Mutation($input: SetAdminRolesInput!) {
    setAdminRoles(input: $input) {
      ... on SetAdminRolesPayload {
        member {
          id
          roles
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Gives an admin other roles. Resolves to null, or to the error message. */
export function useSetAdminRoles() {
  const { act, pending } = useAction(SetAdminRoles_Mutation, {});
  return { setRoles: async (input: SetAdminRolesInput) => (await act(input)).problem?.text ?? null, pending };
}
