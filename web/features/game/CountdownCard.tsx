import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { UnstyledButton } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { graphql } from '../../gql/gql.ts';
import type { CountdownCard_contestFragment } from '../../gql/graphql.ts';
import { formatCountdown } from '../../lib/time.ts';
import { words } from '../../messages/words.ts';
import { Banner } from '../../ui/Banner.tsx';
import classes from './CountdownCard.module.css';
import { DecidedByBadge } from './DecidedByBadge.tsx';
import { roundSeconds } from './games.ts';
import { setSound, useSound } from './sound.ts';
import type { RoundTime } from './useRoundTime.ts';

export const CountdownCard_contest = graphql(`
  fragment CountdownCard_contest on Contest {
    id
    period
    gameType
    decidedBy
    ...DecidedByBadge_contest
  }
`);

interface CountdownCardProps {
  contest: FragmentType<CountdownCard_contestFragment>;
  time: RoundTime;
}

/**
 * The clock of the running round. It follows the server's time and isn't announced by screen readers unless focused.
 */
export function CountdownCard({ contest, time }: CountdownCardProps) {
  const { data } = useSuspenseFragment({
    fragment: CountdownCard_contest,
    fragmentName: 'CountdownCard_contest',
    from: contest,
  });
  const { secondsLeft, bettingSecondsLeft, open } = time;
  const openLabel = data.decidedBy === 'OPERATOR' ? words.game.cancelWithin : words.game.betsCloseIn;
  const left = secondsLeft / roundSeconds[data.gameType];
  return (
    <Banner>
      <div className={classes.row}>
        <div>
          <p className={classes.label}>{words.game.period}</p>
          <p className={classes.period}>{data.period}</p>
        </div>
        <DecidedByBadge contest={data} />
      </div>
      <div className={classes.time}>
        <Digits seconds={secondsLeft} />
        <div className={classes.meta}>
          <p className={classes.label}>{open ? openLabel : words.game.betsClosed}</p>
          <p className={classes.period}>
            {open ? words.game.seconds(bettingSecondsLeft) : secondsLeft === 0 ? words.game.deciding : ''}
          </p>
        </div>
      </div>
      <div className={classes.foot}>
        <div className={classes.bar} aria-hidden>
          <div className={classes.fill} style={{ transform: `scaleX(${Math.min(1, left)})` }} />
        </div>
        <SoundToggle />
      </div>
    </Banner>
  );
}

function Digits({ seconds }: { seconds: number }) {
  const text = formatCountdown(seconds);
  return (
    <div role="timer" aria-live="off" aria-label={`${words.game.timeLeft} ${text}`} className={classes.digits}>
      {[...text].map((character, place) => (
        <span key={place} className={character === ':' ? classes.colon : classes.digit} aria-hidden>
          {character}
        </span>
      ))}
    </div>
  );
}

function SoundToggle() {
  const on = useSound();
  const Icon = on ? IconVolume : IconVolumeOff;
  return (
    <UnstyledButton
      className={classes.sound}
      aria-label={on ? words.game.sound.on : words.game.sound.off}
      onClick={() => setSound(!on)}
    >
      <Icon size={20} aria-hidden />
    </UnstyledButton>
  );
}
