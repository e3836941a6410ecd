import type { FragmentType } from '@apollo/client/masking';
import { useId } from 'react';
import type { GameSummaryRow_contestFragment } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import { game } from '#messages/game.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pager } from '../../ui/Pager.tsx';
import classes from './GameSummary.module.css';
import { GameSummaryRow } from './GameSummaryRow.tsx';
import type { Pages } from './usePages.ts';

interface GameSummaryProps {
  contests: readonly (FragmentType<GameSummaryRow_contestFragment> & { readonly id: string })[];
  pages: Pages;
  /** The cursor at which the next page begins; null on the last page. */
  next: string | null;
}

const { summary } = games;
const columns = [
  { key: 'gameId', title: summary.columns.gameId },
  { key: 'betAmount', title: summary.columns.betAmount, numeric: true },
  { key: 'profit', title: summary.columns.profit, numeric: true },
];

/** A game's finished rounds, newest first, ten per page. */
export function GameSummary({ contests, pages, next }: GameSummaryProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {summary.title}
      </h2>
      {contests.length === 0 ? (
        <Card>
          <EmptyState title={game.noResults} hint={summary.emptyHint} />
        </Card>
      ) : (
        <>
          <DataTable label={summary.title} columns={columns}>
            {contests.map((contest) => (
              <GameSummaryRow key={contest.id} contest={contest} />
            ))}
          </DataTable>
          <Pager
            page={pages.page}
            onPrevious={pages.previous}
            onNext={next === null ? undefined : () => pages.go(next)}
          />
        </>
      )}
    </section>
  );
}
