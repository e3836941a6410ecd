import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';

const RoundProposals_Subscription = graphql(`
  subscription RoundProposals_Subscription {
    proposalChanged {
      id
      status
      contest {
        id
        ...OverrideCard_contest
        ...VoidCard_contest
      }
    }
  }
`);

/** Follows what admins propose about rounds. `skip` for those who may not read it. */
export function useRoundProposals({ skip }: { skip: boolean }): void {
  useSubscription(RoundProposals_Subscription, { ignoreResults: true, skip });
}
