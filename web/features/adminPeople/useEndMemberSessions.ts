import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { detail } from '#messages/admin/detail.ts';

const EndMemberSessions_Mutation = graphql(`
  mutation EndMemberSessions_Mutation($input: EndMemberSessionsInput!) {
    endMemberSessions(input: $input) {
      ... on UserStatusPayload {
        member {
          ...MemberSessions_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { toast: () => detail.sessions.done };

/** Ends one session of a member, or all of them. */
export const useEndMemberSessions = () => useAction(EndMemberSessions_Mutation, options);
