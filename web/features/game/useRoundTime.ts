import { secondsUntil } from '../../lib/time.ts';
import type { ContestState } from '../../gql/graphql.ts';
import { useServerNow } from '../clock/useServerNow.ts';

export interface RoundTime {
  readonly secondsLeft: number;
  readonly bettingSecondsLeft: number;
  /** Bets are taken. */
  readonly open: boolean;
}

interface RoundFields {
  readonly state: ContestState;
  readonly evaluationTime: string;
  readonly endsAt: string;
}

/** Phase of a round by the server's clock. */
export function useRoundTime({ state, evaluationTime, endsAt }: RoundFields): RoundTime {
  const now = useServerNow();
  const bettingSecondsLeft = secondsUntil(evaluationTime, now);
  return {
    secondsLeft: secondsUntil(endsAt, now),
    bettingSecondsLeft,
    open: state === 'OPEN' && bettingSecondsLeft > 0,
  };
}
