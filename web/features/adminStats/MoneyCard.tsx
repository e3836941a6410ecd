import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { MoneyCard_figuresFragment } from '../../gql/graphql.ts';
import { formatMoney, moneyOf, paiseOf } from '../../lib/money.ts';
import { stats } from '#messages/admin/stats.ts';
import { ProfitText } from '../../ui/ProfitText.tsx';
import { moneyBefore } from './beforeText.ts';
import classes from './MoneyCard.module.css';
import { percentText } from '../../lib/returns.ts';
import { StatsCard } from './StatsCard.tsx';

graphql(`
  fragment MoneyCard_figures on MoneyFigures {
    stakes
    returned
    grossGamingRevenue
    hold
    deposits {
      count
      amount
    }
    withdrawals {
      count
      amount
    }
    returnedPayouts {
      count
      amount
    }
    corrections {
      count
      amount
    }
    playCredit {
      count
      amount
    }
  }
`);

const { money } = stats;
type Figures = MoneyCard_figuresFragment;

interface MoneyCardProps {
  figures: Figures;
  /** Of the period before; null where it isn't known. */
  before: Figures | null;
  /** How many accounts are simulated players. */
  simulatedPlayers: number;
}

/** What the house took and paid in the range and in the period before, and whether simulated players are part of it. */
export function MoneyCard({ figures, before, simulatedPlayers }: MoneyCardProps) {
  const { deposits, withdrawals, returnedPayouts, corrections, playCredit, hold } = figures;
  const compared = (of: (figures: Figures) => string) => before && moneyBefore(of(figures), of(before));
  return (
    <StatsCard title={money.title}>
      <dl className={classes.tiles}>
        <Tile name={money.stakes} before={compared(({ stakes }) => stakes)}>
          {formatMoney(figures.stakes)}
        </Tile>
        <Tile name={money.returned} before={compared(({ returned }) => returned)}>
          {formatMoney(figures.returned)}
        </Tile>
        <Tile name={money.revenue} hint={money.revenueHint} before={compared(revenueOf)}>
          <ProfitText amount={revenueOf(figures)} />
        </Tile>
        <Tile name={money.hold} hint={money.holdHint} before={before && stats.before(holdText(before.hold), null)}>
          {holdText(hold)}
        </Tile>
        <Tile name={money.deposits} hint={money.count(deposits.count)} before={compared((one) => one.deposits.amount)}>
          {formatMoney(deposits.amount)}
        </Tile>
        <Tile
          name={money.withdrawals}
          hint={money.count(withdrawals.count)}
          before={compared((one) => one.withdrawals.amount)}
        >
          {formatMoney(withdrawals.amount)}
        </Tile>
        {returnedPayouts.count + (before?.returnedPayouts.count ?? 0) > 0 && (
          <Tile
            name={money.returnedPayouts}
            hint={money.count(returnedPayouts.count)}
            before={compared((one) => one.returnedPayouts.amount)}
          >
            {formatMoney(returnedPayouts.amount)}
          </Tile>
        )}
        <Tile name={money.net} hint={money.netHint} before={compared(netOf)}>
          <ProfitText amount={netOf(figures)} />
        </Tile>
        {corrections.count + (before?.corrections.count ?? 0) > 0 && (
          <Tile
            name={money.corrections}
            hint={money.correctionsHint(corrections.count)}
            before={compared((one) => one.corrections.amount)}
          >
            {formatMoney(corrections.amount)}
          </Tile>
        )}
        {playCredit.count + (before?.playCredit.count ?? 0) > 0 && (
          <Tile
            name={money.playCredit}
            hint={money.playCreditHint(playCredit.count)}
            before={compared((one) => one.playCredit.amount)}
          >
            {formatMoney(playCredit.amount)}
          </Tile>
        )}
      </dl>
      {simulatedPlayers > 0 && <p className={classes.note}>{money.simulated(simulatedPlayers)}</p>}
    </StatsCard>
  );
}

const revenueOf = ({ grossGamingRevenue }: Figures) => grossGamingRevenue;
const netOf = ({ deposits, withdrawals, returnedPayouts }: Figures) =>
  moneyOf(paiseOf(deposits.amount) - paiseOf(withdrawals.amount) + paiseOf(returnedPayouts.amount));
const holdText = (hold: number | null) => (hold === null ? money.noStakes : percentText(hold));

interface TileProps {
  name: string;
  hint?: string;
  /** What it was in the period before. */
  before: string | null;
  children: ReactNode;
}

function Tile({ name, hint, before, children }: TileProps) {
  return (
    <div>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{children}</dd>
      {hint && <dd className={classes.name}>{hint}</dd>}
      {before && <dd className={classes.name}>{before}</dd>}
    </div>
  );
}
