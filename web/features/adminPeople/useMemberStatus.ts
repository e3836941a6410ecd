import { useMutation } from '@apollo/client/react';
import { problemOf } from '../../apollo/problemOf.ts';
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

/** Shuts and opens accounts. Each answers null, or what went wrong. */
export function useMemberStatus() {
  const [deactivate, deactivating] = useMutation(DeactivateUser_Mutation);
  const [reactivate, reactivating] = useMutation(ReactivateUser_Mutation);
  return {
    deactivate: (userId: string, reason: string) =>
      problemOf(async () => (await deactivate({ variables: { input: { userId, reason } } })).data?.deactivateUser),
    reactivate: (userId: string, reason: string) =>
      problemOf(async () => (await reactivate({ variables: { input: { userId, reason } } })).data?.reactivateUser),
    busy: deactivating.loading || reactivating.loading,
  };
}
