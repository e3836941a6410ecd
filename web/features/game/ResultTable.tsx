import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { GameType, ResultTable_QueryQuery } from '../../gql/graphql.ts';
import { game } from '#messages/game.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Table } from '../../ui/Table.tsx';
import { ResultRow } from './ResultRow.tsx';

export const ResultTable_Query = graphql(`
  query ResultTable_Query($gameType: GameType!, $after: String) {
    contests(gameType: $gameType, first: 10, after: $after) {
      edges {
        node {
          id
          gameId
          winningNumber
          ...ResultRow_contest
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const { period, number, result } = game.columns;

interface ResultTableProps {
  gameType: GameType;
  /** The latest decided round: when it changes, the first page is refetched. */
  lastDecided: string | null;
  /** The latest round has ended and waits for the public beacon. */
  waiting?: boolean;
}

/** Decided rounds, newest first, ten per page. */
export function ResultTable({ gameType, lastDecided, waiting = false }: ResultTableProps) {
  // The cursor after which each page begins.
  const [starts, setStarts] = useState<readonly (string | null)[]>([null]);
  const after = starts.at(-1) ?? null;
  const answer = useQuery(ResultTable_Query, {
    variables: { gameType, after },
    fetchPolicy: after === null ? 'cache-and-network' : 'cache-first',
  });
  const { refetch } = answer;
  const onFirstPage = starts.length === 1;

  useEffect(() => {
    if (lastDecided !== null && onFirstPage) void refetch().catch(() => undefined);
  }, [lastDecided, onFirstPage, refetch]);

  // Errors of this list are only logged (web/pages/README.md#what-screens-show): the next round refetches it.
  useEffect(() => {
    if (answer.error) console.error(answer.error);
  }, [answer.error]);

  const shown = answer.data ?? answer.previousData;
  return (
    <Card title={waiting ? game.waitingForBeacon : game.results}>
      {shown && <Results {...shown} starts={starts} onTurn={setStarts} />}
      {!shown && !answer.error && <LoadingInline />}
    </Card>
  );
}

interface ResultsProps extends ResultTable_QueryQuery {
  starts: readonly (string | null)[];
  onTurn: (starts: readonly (string | null)[]) => void;
}

function Results({ contests: { edges, pageInfo }, starts, onTurn }: ResultsProps) {
  const onFirstPage = starts.length === 1;
  if (edges.length === 0 && onFirstPage) return <EmptyState title={game.noResults} />;
  return (
    <>
      <Table label={game.results} columns={[period, number, result]}>
        {edges.map(({ node }) => (
          <ResultRow key={node.id} contest={node} />
        ))}
      </Table>
      <Pager
        page={starts.length}
        onPrevious={onFirstPage ? undefined : () => onTurn(starts.slice(0, -1))}
        onNext={pageInfo.hasNextPage ? () => onTurn([...starts, pageInfo.endCursor]) : undefined}
      />
    </>
  );
}
