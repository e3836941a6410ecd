import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { DrawStatsCard_statsFragment, GameType } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { games } from '#messages/admin/games.ts';
import { stats as statsWords } from '#messages/admin/stats.ts';
import { BarList } from '../../ui/BarList.tsx';
import { DataTable, NumericCell } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NumberName } from '../../ui/NumberName.tsx';
import { colorsOf } from '../../ui/shapes.ts';
import { Stack } from '../../ui/Stack.tsx';
import classes from './DrawStatsCard.module.css';
import { percentText, theoreticalReturn } from '../../lib/returns.ts';
import { StatsCard } from './StatsCard.tsx';

graphql(`
  fragment DrawStatsCard_stats on DrawStats {
    contests
    counts
    stakes
    payouts
    returnToPlayer
    returnInterval {
      low
      high
    }
    countInterval {
      low
      high
    }
    others {
      decidedBy
      contests
      stakes
      payouts
      returnToPlayer
    }
  }
`);

type DrawStats = DrawStatsCard_statsFragment;

const { draws } = statsWords;
const { tabs } = games;
const gameTypes: readonly GameType[] = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'];

/**
 * How often each number was drawn in a game, and what the draws returned to players, compared with theory; rounds that
 * were decided otherwise apart from them.
 */
export function DrawStatsCard({ stats }: { stats: Readonly<Record<GameType, DrawStats>> }) {
  const [gameType, setGameType] = useState<GameType>('SAPRE_HALF');
  const shown = stats[gameType];
  return (
    <StatsCard title={draws.title}>
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={draws.game}
          value={gameType}
          data={gameTypes.map((value) => ({ value, label: tabs[value] }))}
          onChange={setGameType}
        />
        {shown.contests === 0 ? <EmptyState title={draws.empty} hint={draws.emptyHint} /> : <Draws stats={shown} />}
        {shown.others.length > 0 && <OtherRounds rounds={shown.others} />}
      </Stack>
    </StatsCard>
  );
}

function Draws({ stats }: { stats: DrawStats }) {
  return (
    <div className={classes.draws}>
      <dl className={classes.facts}>
        <Fact name={draws.rounds} value={String(stats.contests)} />
        <Fact name={draws.stakes} value={formatMoney(stats.stakes)} />
        <Fact name={draws.payouts} value={formatMoney(stats.payouts)} />
        <Fact
          name={draws.returned}
          value={returnText(stats.returnToPlayer)}
          hint={stats.returnInterval && comparison(stats.returnToPlayer, stats.returnInterval)}
        />
      </dl>
      <NumberCounts stats={stats} />
    </div>
  );
}

/** How often each number came, with the interval in which chance keeps all ten. */
function NumberCounts({ stats: { contests, counts, countInterval } }: { stats: DrawStats }) {
  const even = contests / counts.length;
  const longest = Math.max(...counts, even, countInterval?.high ?? 0);
  return (
    <div>
      <BarList
        label={draws.byNumber}
        mark={even / longest}
        band={countInterval ? { from: countInterval.low / longest, to: countInterval.high / longest } : undefined}
        bars={counts.map((count, number) => ({
          key: String(number),
          name: <NumberName number={number} />,
          value: draws.count(count, percentText(count / contests)),
          share: count / longest,
          color: colorsOf(number)[0],
        }))}
      />
      <p className={classes.even}>{draws.even(even.toFixed(1))}</p>
      <p className={classes.hint}>
        {countInterval ? draws.countRange(countInterval.low, countInterval.high) : draws.tooFew}
      </p>
    </div>
  );
}

const columns = [
  { key: 'decidedBy', title: draws.decidedBy },
  { key: 'rounds', title: draws.rounds, numeric: true },
  { key: 'stakes', title: draws.stakes, numeric: true },
  { key: 'payouts', title: draws.payouts, numeric: true },
  { key: 'returned', title: draws.returned, numeric: true },
];

function OtherRounds({ rounds }: { rounds: DrawStats['others'] }) {
  return (
    <div>
      <h3 className={classes.subtitle}>{draws.others}</h3>
      <div className={classes.scroll}>
        <DataTable flat label={draws.others} columns={columns}>
          {rounds.map(({ decidedBy, contests, stakes, payouts, returnToPlayer }) => (
            <tr key={decidedBy}>
              <td>{draws.deciders[decidedBy]}</td>
              <NumericCell>{contests}</NumericCell>
              <NumericCell>{formatMoney(stakes)}</NumericCell>
              <NumericCell>{formatMoney(payouts)}</NumericCell>
              <NumericCell>{returnText(returnToPlayer)}</NumericCell>
            </tr>
          ))}
        </DataTable>
      </div>
      <p className={classes.hint}>{draws.othersHint}</p>
    </div>
  );
}

function returnText(returnToPlayer: number | null): string {
  return returnToPlayer === null ? draws.noBets : percentText(returnToPlayer);
}

function comparison(returned: number | null, { low, high }: { readonly low: number; readonly high: number }): string {
  const within = returned === null || (returned >= low && returned <= high);
  const compare = within ? draws.withinChance : draws.outsideChance;
  return compare(percentText(theoreticalReturn), percentText(low), percentText(high));
}

function Fact({ name, value, hint }: { name: string; value: string; hint?: string | null }) {
  return (
    <div>
      <dt className={classes.hint}>{name}</dt>
      <dd className={classes.value}>{value}</dd>
      {hint && <dd className={classes.hint}>{hint}</dd>}
    </div>
  );
}
