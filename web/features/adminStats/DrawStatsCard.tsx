import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { DashboardPage_QueryQuery, GameType } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { BarList } from '../../ui/BarList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NumberName } from '../../ui/NumberName.tsx';
import { colorsOf } from '../../ui/shapes.ts';
import { Stack } from '../../ui/Stack.tsx';
import classes from './DrawStatsCard.module.css';
import { percentText, theoreticalReturn } from './returns.ts';
import { StatsCard } from './StatsCard.tsx';

type AdminFields = NonNullable<NonNullable<DashboardPage_QueryQuery['viewer']>['admin']>;
type DrawStats = AdminFields['drawsHalf'];

interface DrawStatsCardProps {
  stats: Readonly<Record<GameType, DrawStats>>;
  loading: boolean;
}

const { draws } = words.admin.stats;
const { tabs } = words.admin.games;
const gameTypes: readonly GameType[] = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'];

/** How often each number was drawn in a game, and the return to players compared with a fair draw's expected return. */
export function DrawStatsCard({ stats, loading }: DrawStatsCardProps) {
  const [gameType, setGameType] = useState<GameType>('SAPRE_HALF');
  return (
    <StatsCard title={draws.title} loading={loading}>
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={draws.game}
          value={gameType}
          data={gameTypes.map((value) => ({ value, label: tabs[value] }))}
          onChange={setGameType}
        />
        {stats[gameType].contests === 0 ? (
          <EmptyState title={draws.empty} hint={draws.emptyHint} />
        ) : (
          <Draws stats={stats[gameType]} />
        )}
      </Stack>
    </StatsCard>
  );
}

function Draws({ stats: { contests, counts, stakes, payouts, returnToPlayer } }: { stats: DrawStats }) {
  const even = contests / counts.length;
  const longest = Math.max(...counts, even);
  return (
    <div className={classes.draws}>
      <dl className={classes.facts}>
        <Fact name={draws.rounds} value={String(contests)} />
        <Fact name={draws.stakes} value={formatMoney(stakes)} />
        <Fact name={draws.payouts} value={formatMoney(payouts)} />
        <Fact
          name={draws.returned}
          value={returnToPlayer === null ? draws.noBets : percentText(returnToPlayer)}
          hint={draws.against(percentText(theoreticalReturn))}
        />
      </dl>
      <div>
        <BarList
          label={draws.byNumber}
          mark={even / longest}
          bars={counts.map((count, number) => ({
            key: String(number),
            name: <NumberName number={number} />,
            value: draws.count(count, percentText(count / contests)),
            share: count / longest,
            color: colorsOf(number)[0],
          }))}
        />
        <p className={classes.even}>{draws.even(even.toFixed(1))}</p>
      </div>
    </div>
  );
}

function Fact({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <div>
      <dt className={classes.hint}>{name}</dt>
      <dd className={classes.value}>{value}</dd>
      {hint && <dd className={classes.hint}>{hint}</dd>}
    </div>
  );
}
