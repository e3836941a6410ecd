import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { formatMoneyShort } from '../../lib/money.ts';
import { game } from '#messages/game.ts';
import { results } from '#messages/results.ts';
import { Facts } from '../../ui/Facts.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Checked } from '../evidence/Checked.tsx';
import { addUp, type BetSum, type OwnBet } from './addUp.ts';
import classes from './BetResults.module.css';

/** The player's bets of a paid round, each won or lost, and what the round returned, staked and changed. */
export function BetResults({ gameId, bets }: { gameId: string; bets: readonly OwnBet[] }) {
  const sums = addUp(bets);
  const count = bets.filter(({ cancelled }) => !cancelled).length;
  const live = sums.filter(({ cancelled }) => !cancelled);
  const staked = live.reduce((sum, { paise }) => sum + paise, 0n);
  const returned = live.reduce((sum, { payoutPaise }) => sum + (payoutPaise ?? 0n), 0n);
  return (
    <>
      <ul className={classes.bets}>
        {sums.map((sum) => (
          <Result key={`${sum.mark} ${sum.cancelled}`} {...sum}>
            <Checked gameId={gameId} bets={count} />
          </Result>
        ))}
      </ul>
      <div className={classes.sums}>
        <Facts
          facts={[
            [results.staked, <MoneyText key="staked" amount={staked} />],
            [results.returned, <MoneyText key="returned" amount={returned} />],
            [results.net, <MoneyText key="net" amount={returned - staked} as="net" />],
          ]}
        />
      </div>
    </>
  );
}

function Result({ mark, paise, payoutPaise, cancelled, children }: BetSum & { children: ReactNode }) {
  const won = payoutPaise !== null && payoutPaise > 0n;
  const Icon = won ? IconCheck : IconX;
  return (
    <li className={`${classes.bet} ${won ? classes.won : ''}`}>
      {!cancelled && <Icon size={18} aria-hidden />}
      <span className={`${classes.stake} ${cancelled ? classes.cancelled : ''}`}>
        {game.betOn(mark, formatMoneyShort(paise))}
      </span>
      {!cancelled && children}
      <span className={classes.outcome}>
        {cancelled ? game.cancelled : won ? results.won(formatMoneyShort(payoutPaise)) : results.lost}
      </span>
    </li>
  );
}
