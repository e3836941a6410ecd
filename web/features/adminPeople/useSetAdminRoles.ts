import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SetAdminRolesInput } from '../../gql/graphql.ts';

const SetAdminRoles_Mutation = graphql(`
  mutation SetAdminRoles_Mutation($input: SetAdminRolesInput!) {
    setAdminRoles(input: $input) {
      ... on SetAdminRolesPayload {
        proposed
        member {
          id
          roles
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Gives an admin other roles, or proposes them. Resolves to the problem, or null, and whether another owner has to confirm. */
export function useSetAdminRoles() {
  const { act, pending } = useAction(SetAdminRoles_Mutation, {});
  const setRoles = async (input: SetAdminRolesInput) => {
    const answer = await act(input);
    if (answer.outcome !== 'done') return { problem: answer.problem.text, proposed: false };
    return { problem: null, proposed: answer.payload.proposed };
  };
  return { setRoles, pending };
}
