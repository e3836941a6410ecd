import { Suspense } from 'react';
import type { GameType } from '../../gql/graphql.ts';
import { stats } from '#messages/admin/stats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import { LoadingInline } from '../../ui/Loading.tsx';
import { gameLines } from './gameLines.ts';
import classes from './OverTimeCard.module.css';
import { isQuiet, type Moment } from './series.ts';
import { SeriesTable } from './SeriesTable.tsx';
import { StatsCard } from './StatsCard.tsx';

/** Loaded lazily, because the chart library is large and only used here. */
const SeriesChart = lazyPart(async () => (await import('./SeriesChart.tsx')).SeriesChart);

interface OverTimeCardProps {
  title: string;
  moments: readonly Moment[];
}

/** A figure of each game over time, as a chart and as a table. */
export function OverTimeCard({ title, moments }: OverTimeCardProps) {
  const { overTime } = stats;
  return (
    <StatsCard title={title}>
      {isQuiet(moments) ? (
        <EmptyState title={overTime.empty} hint={overTime.emptyHint} />
      ) : (
        <>
          <Legend />
          <Suspense fallback={<LoadingInline />}>
            <SeriesChart label={title} moments={moments} />
          </Suspense>
          <details className={classes.details}>
            <summary className={classes.summary}>{overTime.asTable}</summary>
            <SeriesTable label={title} moments={moments} />
          </details>
        </>
      )}
    </StatsCard>
  );
}

const gameTypes: readonly GameType[] = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'];

function Legend() {
  return (
    <ul className={classes.legend}>
      {gameTypes.map((gameType) => {
        const { name, stroke, dashes } = gameLines[gameType];
        return (
          <li key={gameType} className={classes.game}>
            <svg width="26" height="8" aria-hidden>
              <line x1="0" x2="26" y1="4" y2="4" strokeWidth="3" stroke={stroke} strokeDasharray={dashes} />
            </svg>
            {name}
          </li>
        );
      })}
    </ul>
  );
}
