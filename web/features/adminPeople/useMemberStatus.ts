import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

graphql(`
  fragment MemberStatus_member on Member {
    id
    status
    deactivatedAt
    deactivationReason
    ...MemberSessions_member
  }
`);

const DeactivateUser_Mutation = graphql(`
  mutation DeactivateUser_Mutation($input: DeactivateUserInput!) {
    deactivateUser(input: $input) {
      ... on UserStatusPayload {
        member {
          ...MemberStatus_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const ReactivateUser_Mutation = graphql(`
  mutation ReactivateUser_Mutation($input: ReactivateUserInput!) {
    reactivateUser(input: $input) {
      ... on UserStatusPayload {
        member {
          ...MemberStatus_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/**
 * Deactivates and reactivates accounts. Each resolves to null, or to the error message. `refetch` names the queries to
 * send again when it is done.
 */
export function useMemberStatus(refetch: string[] = []) {
  const deactivating = useAction(DeactivateUser_Mutation, { refetch });
  const reactivating = useAction(ReactivateUser_Mutation, { refetch });
  return {
    deactivate: async (userId: string, reason: string) =>
      (await deactivating.act({ userId, reason })).problem?.text ?? null,
    reactivate: async (userId: string, reason: string) =>
      (await reactivating.act({ userId, reason })).problem?.text ?? null,
    busy: deactivating.pending || reactivating.pending,
  };
}
