import { useMutation } from '@apollo/client/react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';

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
  const [mutate, { loading }] = useMutation(OverrideContest_Mutation);

  const overrideContest = async ({ gameId, number, reason }: Override): Promise<string | null> => {
    try {
      const { data } = await mutate({ variables: { input: { gameId, number, reason: reason.trim() || null } } });
      const result = data?.overrideContest;
      if (result?.__typename === 'OverrideContestPayload') return null;
      return result ? refusalText(result) : words.errors.list;
    } catch (error) {
      return errorText(error);
    }
  };

  return { overrideContest, overriding: loading };
}
