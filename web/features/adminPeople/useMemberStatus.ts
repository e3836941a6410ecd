import { useMutation } from '@apollo/client/react';
import { mutationError } from '../../apollo/mutationError.ts';
import { graphql } from '../../gql/gql.ts';

const DeactivateUser_Mutation = graphql(`
  mutation DeactivateUser_Mutation($input: DeactivateUserInput!) {
    deactivateUser(input: $input) {
      ... on UserStatusPayload {
        member {
          id
          status
          deactivatedAt
          deactivationReason
          ...MemberSessions_member
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
          id
          status
          deactivatedAt
          deactivationReason
          ...MemberSessions_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Deactivates and reactivates accounts. Each resolves to null, or to the error message. */
export function useMemberStatus() {
  const [deactivate, deactivating] = useMutation(DeactivateUser_Mutation);
  const [reactivate, reactivating] = useMutation(ReactivateUser_Mutation);
  return {
    deactivate: (userId: string, reason: string) =>
      mutationError(async () => (await deactivate({ variables: { input: { userId, reason } } })).data?.deactivateUser),
    reactivate: (userId: string, reason: string) =>
      mutationError(async () => (await reactivate({ variables: { input: { userId, reason } } })).data?.reactivateUser),
    busy: deactivating.loading || reactivating.loading,
  };
}
