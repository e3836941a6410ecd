import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const VoidContest_Mutation = graphql(`
  mutation VoidContest_Mutation($input: VoidContestInput!) {
    voidContest(input: $input) {
      ... on VoidContestPayload {
        contest {
          id
          state
          voidReason
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

/** Makes a running round void. Resolves to null, or to the reason of the refusal. */
export function useVoidContest() {
  const { act, pending } = useAction(VoidContest_Mutation, {});
  const voidContest = async (gameId: string, reason: string): Promise<string | null> =>
    (await act({ gameId, reason })).problem?.text ?? null;
  return { voidContest, voiding: pending };
}
