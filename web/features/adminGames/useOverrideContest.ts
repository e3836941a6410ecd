import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const OverrideContest_Mutation = graphql(`
  mutation OverrideContest_Mutation($input: OverrideContestInput!) {
    overrideContest(input: $input) {
      ... on OverrideContestPayload {
        proposed
        contest {
          id
          state
          heldUntil
          ...OverrideCard_contest
          ...RoundClock_contest
        }
      }
      ... on BettingClosed {
        closedContest: contest {
          id
          state
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

interface Override {
  readonly gameId: string;
  readonly number: number;
  readonly reason: string;
}

/** Sets the number of a running round, or proposes it. Resolves to whether it was proposed, or to the reason of the refusal. */
export function useOverrideContest() {
  const { act, pending } = useAction(OverrideContest_Mutation, {});
  const overrideContest = async ({ gameId, number, reason }: Override) => {
    const answer = await act({ gameId, number, reason });
    const proposed = answer.outcome === 'done' && answer.payload.proposed;
    return { problem: answer.problem?.text ?? null, proposed };
  };
  return { overrideContest, overriding: pending };
}
