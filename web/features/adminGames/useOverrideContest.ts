import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const OverrideContest_Mutation = graphql(`
  mutation OverrideContest_Mutation($input: OverrideContestInput!) {
    overrideContest(input: $input) {
      ... on OverrideContestPayload {
        contest {
          id
          state
          overrideNumber
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

/** Sets the number of a running round. Resolves to null, or to the reason of the refusal. */
export function useOverrideContest() {
  const { act, pending } = useAction(OverrideContest_Mutation, {});
  const overrideContest = async ({ gameId, number, reason }: Override): Promise<string | null> =>
    (await act({ gameId, number, reason })).problem?.text ?? null;
  return { overrideContest, overriding: pending };
}
