import type { FragmentType } from '@apollo/client/masking';
import type { ReactNode } from 'react';
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs';
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { CountdownCard_contestFragment } from '../../gql/graphql.ts';
import { formatCountdown } from '../../lib/time.ts';
import { connection } from '#messages/connection.ts';
import { game } from '#messages/game.ts';
import { Banner } from '../../ui/Banner.tsx';
import { TimeBar } from '../../ui/TimeBar.tsx';
import { useConnected } from '../shell/useConnected.ts';
import classes from './CountdownCard.module.css';
import { DecidedByBadge } from './DecidedByBadge.tsx';
import { closedFor, roundSeconds } from './games.ts';
import { isLastSeconds, LastSeconds } from './LastSeconds.tsx';
import { setSound, useSound } from './sound.ts';
import type { RoundTime } from './useRoundTime.ts';

export const CountdownCard_contest = graphql(`
  fragment CountdownCard_contest on Contest {
    id
    gameId
    period
    gameType
    decidedBy
    ...DecidedByBadge_contest
  }
`);

interface CountdownCardProps {
  contest: FragmentType<CountdownCard_contestFragment>;
  time: RoundTime;
  /** What stands at the foot: the last numbers. */
  children: ReactNode;
}

/**
 * The clock of the running round: the time left to bet, then the time to its number. It follows the server's time
 * and isn't announced by screen readers unless focused.
 */
export function CountdownCard({ contest, time, children }: CountdownCardProps) {
  const { data } = useFragmentData({
    fragment: CountdownCard_contest,
    fragmentName: 'CountdownCard_contest',
    from: contest,
  });
  const { secondsLeft, bettingSecondsLeft, open, heldSeconds } = time;
  const takesBets = heldSeconds ? game.heldFor : game.betsCloseIn;
  const openLabel = data.decidedBy === 'OPERATOR' ? game.cancelWithin : takesBets;
  const overLabel = useConnected() ? game.deciding : connection.resultLater;
  const closedLabel = secondsLeft === 0 ? overLabel : game.resultIn;
  const closedSeconds = closedFor[data.gameType];
  const bettingSeconds = roundSeconds[data.gameType] - closedSeconds;
  const left = open ? bettingSecondsLeft / bettingSeconds : secondsLeft / closedSeconds;
  return (
    <Banner>
      <div className={classes.row}>
        <div>
          <p className={classes.label}>{game.period}</p>
          <p className={classes.period}>{data.period}</p>
        </div>
        <DecidedByBadge contest={data} />
      </div>
      <div className={classes.time}>
        <div>
          <p className={classes.label}>{open ? openLabel : closedLabel}</p>
          <Digits
            label={open ? openLabel : closedLabel}
            seconds={open ? heldSeconds || bettingSecondsLeft : secondsLeft}
            last={isLastSeconds(secondsLeft)}
          />
        </div>
        <div className={classes.meta}>
          <p className={classes.label}>{open ? game.resultIn : game.betsClosed}</p>
          {open && <p className={classes.period}>{formatCountdown(secondsLeft)}</p>}
        </div>
      </div>
      <div className={classes.foot}>
        <TimeBar left={left} className={classes.bar} />
        <SoundToggle />
      </div>
      {children}
    </Banner>
  );
}

/** The time as mm:ss; the last five seconds as one digit. */
function Digits({ label, seconds, last }: { label: string; seconds: number; last: boolean }) {
  const text = formatCountdown(seconds);
  return (
    <div translate="no" role="timer" aria-live="off" aria-label={`${label} ${text}`} className={classes.digits}>
      {last ? (
        <LastSeconds secondsLeft={seconds} />
      ) : (
        [...text].map((character, place) => (
          <span key={place} className={character === ':' ? classes.colon : classes.digit} aria-hidden>
            {character}
          </span>
        ))
      )}
    </div>
  );
}

function SoundToggle() {
  const on = useSound();
  const Icon = on ? IconVolume : IconVolumeOff;
  return (
    <button
      type="button"
      className={classes.sound}
      aria-label={on ? game.sound.on : game.sound.off}
      onClick={() => setSound(!on)}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
