import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { RoundClock_contestFragment } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import { game } from '#messages/game.ts';
import { Banner } from '../../ui/Banner.tsx';
import { TimeBar } from '../../ui/TimeBar.tsx';
import { DecidedByBadge } from '../game/DecidedByBadge.tsx';
import { roundSeconds } from '../game/games.ts';
import type { RoundTime } from '../game/useRoundTime.ts';
import classes from './RoundClock.module.css';

export const RoundClock_contest = graphql(`
  fragment RoundClock_contest on Contest {
    id
    period
    gameType
    operator {
      overrideNumber
    }
    ...DecidedByBadge_contest
  }
`);

interface RoundClockProps {
  contest: FragmentType<RoundClock_contestFragment>;
  time: RoundTime;
}

/** The running round for operators: its id, the seconds left, who decides it, and the number set for it. */
export function RoundClock({ contest, time }: RoundClockProps) {
  const { data } = useFragmentData({
    fragment: RoundClock_contest,
    fragmentName: 'RoundClock_contest',
    from: contest,
  });
  const { secondsLeft } = time;
  const overrideNumber = data.operator?.overrideNumber ?? null;
  const { clock } = games;
  return (
    <Banner>
      <div className={classes.head}>
        <div>
          <p className={classes.label}>{clock.gameId}</p>
          <p className={classes.period}>{data.period}</p>
        </div>
        <DecidedByBadge contest={data} />
      </div>
      <div className={classes.time}>
        <p role="timer" aria-live="off" aria-label={clock.spoken(secondsLeft)} className={classes.seconds}>
          {secondsLeft}
          <span className={classes.unit}>{clock.unit}</span>
        </p>
        <p className={classes.betting}>{bettingWords(time, overrideNumber !== null)}</p>
      </div>
      <TimeBar left={secondsLeft / roundSeconds[data.gameType]} className={classes.bar} />
      {overrideNumber !== null && <p className={classes.set}>{clock.numberSet(overrideNumber)}</p>}
    </Banner>
  );
}

function bettingWords(time: RoundTime, overridden: boolean): string {
  const { open, bettingSecondsLeft, secondsLeft, heldSeconds } = time;
  const { cancelFor, betsCloseIn, heldFor } = games.clock;
  if (open && heldSeconds > 0 && !overridden) return heldFor(heldSeconds);
  if (open) return (overridden ? cancelFor : betsCloseIn)(bettingSecondsLeft);
  return secondsLeft === 0 ? game.deciding : game.betsClosed;
}
