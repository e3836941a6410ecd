import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import type { YourBets_contestFragment } from '../../gql/graphql.ts';
import { paiseOf } from '../../lib/money.ts';
import { isChoice, type Choice } from './selections.ts';
import { YourBets_contest } from './YourBets.tsx';

/** What the player has staked on a choice in this round, in paise: sent bets too, cancelled and refunded ones not. */
export function useOwnStakes(contest: FragmentType<YourBets_contestFragment>): (choice: Choice) => bigint {
  const { data } = useFragmentData({
    fragment: YourBets_contest,
    fragmentName: 'YourBets_contest',
    from: contest,
  });
  const bets = data.state === 'VOID' ? [] : (data.viewer?.bets ?? []);
  return (choice) =>
    bets.reduce(
      (sum, { selection, amount, cancelled }) =>
        cancelled || !isChoice(selection, choice) ? sum : sum + paiseOf(amount),
      0n,
    );
}
