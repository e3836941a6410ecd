import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const VoidContest_Mutation = graphql(`
  mutation VoidContest_Mutation($input: VoidContestInput!) {
    voidContest(input: $input) {
      ... on VoidContestPayload {
        proposed
        contest {
          id
          state
          voidReason
          ...VoidCard_contest
          ...StakesCard_contest
          ...LiabilityCard_contest
        }
      }
      ... on BettingClosed {
        closedContest: contest {
          id
          state
          voidReason
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Makes a running round void, or proposes it. Resolves to whether it was proposed, or to the reason of the refusal. */
export function useVoidContest() {
  const { act, pending } = useAction(VoidContest_Mutation, {});
  const voidContest = async (gameId: string, reason: string) => {
    const answer = await act({ gameId, reason });
    const proposed = answer.outcome === 'done' && answer.payload.proposed;
    return { problem: answer.problem?.text ?? null, proposed };
  };
  return { voidContest, voiding: pending };
}
