import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';

const MemberChanged_Subscription = graphql(`
  subscription MemberChanged_Subscription($memberId: ID!) {
    memberChanged(memberId: $memberId) {
      id
    }
  }
`);

/** Calls `onChanged` when something about a user has changed; `memberId` is undefined until it is known. */
export function useMemberChanged(memberId: string | undefined, onChanged: () => void): void {
  useSubscription(MemberChanged_Subscription, {
    variables: { memberId: memberId ?? '' },
    skip: memberId === undefined,
    ignoreResults: true,
    onData: onChanged,
  });
}
