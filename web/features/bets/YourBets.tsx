import { Suspense, type ReactNode } from 'react';
import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { bet as betWords } from '#messages/bet.ts';
import { game } from '#messages/game.ts';
import { Card } from '../../ui/Card.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import { addUp, type OwnBet } from './addUp.ts';
import { BetResults } from './BetResults.tsx';
import { useOpenBets } from './openBets.ts';
import { useRoundBets, type WithRoundBets } from './useRoundBets.ts';
import classes from './YourBets.module.css';

const CancelBets = lazyPart(async () => (await import('./betParts.ts')).betParts.CancelBets);
const OpenBets = lazyPart(async () => (await import('./betParts.ts')).betParts.OpenBets);

interface YourBetsProps {
  contest: WithRoundBets;
  /** In which the bets can be cancelled; null: they can't. */
  cancelSeconds: number | null;
  /** The player's last paid round, shown until there is a bet in this one. */
  last: LastRound | null;
  /** Repeats the bets of the last round. */
  repeat: ReactNode;
}

/** The player's own bets in the running round, summed by selection; before the first, how the last round ended. */
export function YourBets({ contest, cancelSeconds, last, repeat }: YourBetsProps) {
  const { gameId, voided, bets } = useRoundBets(contest);
  const open = useOpenBets(gameId);
  // Until the next round opens, the round that has just been decided is still the running one.
  if (last && open.length === 0 && (last.gameId === gameId || bets.length === 0)) {
    return (
      <Card title={game.lastRound(last.number)}>
        <BetResults gameId={last.gameId} bets={last.bets} />
        {repeat}
      </Card>
    );
  }
  return (
    <Card title={game.yourBets}>
      {open.length > 0 && (
        <Suspense fallback={null}>
          <OpenBets bets={open} />
        </Suspense>
      )}
      <Bets
        bets={bets}
        gameId={gameId}
        gone={voided ? game.refunded : game.cancelled}
        cancelSeconds={cancelSeconds}
        repeat={repeat}
      />
    </Card>
  );
}

export interface LastRound {
  readonly gameId: string;
  readonly number: number;
  readonly bets: readonly OwnBet[];
}

type BetsProps = Pick<YourBetsProps, 'cancelSeconds' | 'repeat'> & {
  gameId: string;
  bets: readonly OwnBet[];
  /** What stands at bets that are no more: cancelled by the player, or refunded. */
  gone: string;
};

function Bets({ bets, gameId, gone, cancelSeconds, repeat }: BetsProps) {
  if (bets.length === 0) {
    return (
      <>
        <p className={classes.none}>{game.noBets}</p>
        {repeat}
      </>
    );
  }
  const livePaise = bets.reduce((sum, { amount, cancelled }) => (cancelled ? sum : sum + paiseOf(amount)), 0n);
  return (
    <>
      <ul className={classes.chips}>
        {addUp(bets).map(({ mark, cancelled, pending, paise }) => (
          <li
            key={`${mark} ${cancelled} ${pending}`}
            className={`${classes.chip} ${cancelled ? classes.cancelled : ''} ${pending ? classes.pending : ''}`}
          >
            {game.betOn(mark, formatMoneyShort(paise))}
            {cancelled && ` ${gone}`}
            {pending && ` ${betWords.sending}`}
          </li>
        ))}
      </ul>
      {cancelSeconds !== null && livePaise > 0n && (
        <Suspense fallback={null}>
          <CancelBets gameId={gameId} livePaise={livePaise} secondsLeft={cancelSeconds} />
        </Suspense>
      )}
    </>
  );
}
