import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { RoundBets_contestFragment } from '../../gql/graphql.ts';
import type { OwnBet } from './addUp.ts';

const RoundBets_contest = graphql(`
  fragment RoundBets_contest on Contest {
    id
    gameId
    state
    viewer {
      bets {
        ...OwnBet_bet @unmask
      }
    }
  }
`);

export type WithRoundBets = FragmentType<RoundBets_contestFragment>;

interface RoundBets {
  readonly gameId: string;
  readonly voided: boolean;
  /** In the order in which they were placed; all are cancelled once the round is void, which refunds them. */
  readonly bets: readonly OwnBet[];
}

/** The player's own bets in a round. */
export function useRoundBets(contest: WithRoundBets): RoundBets {
  const { data } = useFragmentData({
    fragment: RoundBets_contest,
    fragmentName: 'RoundBets_contest',
    from: contest,
  });
  const voided = data.state === 'VOID';
  const bets = data.viewer?.bets ?? [];
  return { gameId: data.gameId, voided, bets: voided ? bets.map((bet) => ({ ...bet, cancelled: true })) : bets };
}
