import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { formatMoneyShort, formatNetShort } from '../../lib/money.ts';
import { game } from '#messages/game.ts';
import { results } from '#messages/results.ts';
import { Checked } from '../evidence/Checked.tsx';
import { addUp, type BetSum, type OwnBet } from './addUp.ts';
import classes from './BetResults.module.css';

/** More lost selections than these are folded into one row. */
const MOST_LOST = 3;

/** The player's bets of a paid round, each won or lost, and what the round staked, returned and changed. */
export function BetResults({ gameId, bets }: { gameId: string; bets: readonly OwnBet[] }) {
  const sums = addUp(bets);
  const count = bets.filter(({ cancelled }) => !cancelled).length;
  const live = sums.filter(({ cancelled }) => !cancelled);
  const staked = live.reduce((sum, { paise }) => sum + paise, 0n);
  const lost = live.filter((sum) => !hasWon(sum));
  const folded = lost.length > MOST_LOST;
  const returned = live.reduce((sum, { payoutPaise }) => sum + (payoutPaise ?? 0n), 0n);
  return (
    <>
      {staked > 0n && <p className={classes.sentence}>{sentenceOf(staked, returned)}</p>}
      <Results sums={folded ? sums.filter((sum) => !lost.includes(sum)) : sums} gameId={gameId} count={count} />
      {folded && (
        <details className={classes.lost}>
          <summary>
            {results.lostBets(lost.length, formatMoneyShort(lost.reduce((sum, { paise }) => sum + paise, 0n)))}
          </summary>
          <Results sums={lost} gameId={gameId} count={count} />
        </details>
      )}
    </>
  );
}

/** "You staked ₹30, got ₹96 back: +₹66". In paise. */
function sentenceOf(staked: bigint, returned: bigint): string {
  if (returned === 0n) return results.nothing(formatMoneyShort(staked));
  return results.sentence(formatMoneyShort(staked), formatMoneyShort(returned), formatNetShort(returned - staked));
}

function hasWon({ payoutPaise }: BetSum): boolean {
  return payoutPaise !== null && payoutPaise > 0n;
}

function Results({ sums, gameId, count }: { sums: readonly BetSum[]; gameId: string; count: number }) {
  if (sums.length === 0) return null;
  return (
    <ul className={classes.bets}>
      {sums.map((sum) => (
        <Result key={`${sum.mark} ${sum.cancelled}`} {...sum}>
          <Checked gameId={gameId} bets={count} />
        </Result>
      ))}
    </ul>
  );
}

function Result({ children, ...sum }: BetSum & { children: ReactNode }) {
  const { mark, paise, payoutPaise, cancelled } = sum;
  const won = hasWon(sum);
  const Icon = won ? IconCheck : IconX;
  return (
    <li className={`${classes.bet} ${won ? classes.won : ''}`}>
      {!cancelled && <Icon size={18} aria-hidden />}
      <span className={`${classes.stake} ${cancelled ? classes.cancelled : ''}`}>
        {game.betOn(mark, formatMoneyShort(paise))}
      </span>
      {!cancelled && children}
      <span className={classes.outcome}>
        {cancelled ? game.cancelled : won ? results.won(formatMoneyShort(payoutPaise ?? 0n)) : results.lost}
      </span>
    </li>
  );
}
