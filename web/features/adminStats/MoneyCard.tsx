import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { MoneyCard_figuresFragment } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { stats } from '#messages/admin/stats.ts';
import { ProfitText } from '../../ui/ProfitText.tsx';
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
    corrections {
      count
      amount
    }
  }
`);

const { money } = stats;

interface MoneyCardProps {
  figures: MoneyCard_figuresFragment;
  /** How many accounts are simulated players. */
  simulatedPlayers: number;
}

/** What the house took and paid in the range, and whether simulated players are part of it. */
export function MoneyCard({ figures, simulatedPlayers }: MoneyCardProps) {
  const { stakes, returned, grossGamingRevenue, hold, deposits, withdrawals, corrections } = figures;
  return (
    <StatsCard title={money.title}>
      <dl className={classes.tiles}>
        <Tile name={money.stakes}>{formatMoney(stakes)}</Tile>
        <Tile name={money.returned}>{formatMoney(returned)}</Tile>
        <Tile name={money.revenue} hint={money.revenueHint}>
          <ProfitText amount={grossGamingRevenue} />
        </Tile>
        <Tile name={money.hold} hint={money.holdHint}>
          {hold === null ? money.noStakes : percentText(hold)}
        </Tile>
        <Tile name={money.deposits} hint={money.count(deposits.count)}>
          {formatMoney(deposits.amount)}
        </Tile>
        <Tile name={money.withdrawals} hint={money.count(withdrawals.count)}>
          {formatMoney(withdrawals.amount)}
        </Tile>
        <Tile name={money.net} hint={money.netHint}>
          <ProfitText amount={paiseOf(deposits.amount) - paiseOf(withdrawals.amount)} />
        </Tile>
        {corrections.count > 0 && (
          <Tile name={money.corrections} hint={money.correctionsHint(corrections.count)}>
            {formatMoney(corrections.amount)}
          </Tile>
        )}
      </dl>
      {simulatedPlayers > 0 && <p className={classes.note}>{money.simulated(simulatedPlayers)}</p>}
    </StatsCard>
  );
}

function Tile({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{children}</dd>
      {hint && <dd className={classes.name}>{hint}</dd>}
    </div>
  );
}
