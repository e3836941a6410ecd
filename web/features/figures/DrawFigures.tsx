import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { GameType } from '../../gql/graphql.ts';
import { figures } from '#messages/figures.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { DrawPlot } from './DrawPlot.tsx';

const DrawFigures_Query = graphql(`
  query DrawFigures_Query($gameType: GameType!) {
    drawCounts(gameType: $gameType)
  }
`);

/** How often each number won in the game's latest rounds. */
export function DrawFigures({ gameType }: { gameType: GameType }) {
  const answer = useQuery(DrawFigures_Query, { variables: { gameType }, fetchPolicy: 'cache-and-network' });
  return (
    <QueryBoundary of={answer}>
      {({ drawCounts }) =>
        drawCounts.every((count) => count === 0) ? (
          <EmptyState title={figures.draws.none} />
        ) : (
          <DrawPlot counts={drawCounts} />
        )
      }
    </QueryBoundary>
  );
}
