import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { statements } from '#messages/admin/statements.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { keepPreviousData } from '../admin/keepPreviousData.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import { LineList } from './LineList.tsx';
import { appended } from './linePages.ts';
import { useLineBook } from './useLineBook.tsx';

const FoundLines_Query = graphql(`
  query FoundLines_Query($search: String!, $after: String) {
    viewer {
      admin {
        statementLines(first: 50, after: $after, search: $search) {
          edges {
            node {
              id
              ...LineRow_line @unmask
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

const texts = statements.lines;

/** The lines that a search finds, of every account and in every state, and what can be done with each. */
export function FoundLines({ search }: { search: string }) {
  const answer = useQuery(FoundLines_Query, { variables: { search }, fetchPolicy: 'cache-and-network' });
  const book = useLineBook(() => void answer.refetch().catch(() => undefined));
  return (
    <QueryBoundary of={keepPreviousData(answer)}>
      {({ viewer }) => {
        const lines = viewer?.admin?.statementLines;
        if (!lines) return null;
        if (lines.edges.length === 0) {
          return (
            <Card>
              <EmptyState title={texts.notFound} hint={texts.searchHint} />
            </Card>
          );
        }
        return (
          <>
            <LineList found lines={lines.edges.map(({ node }) => node)} {...book.ofLine} />
            <ShowMore
              pageInfo={lines.pageInfo}
              fetchMore={(options) => answer.fetchMore({ ...options, updateQuery: appended })}
            />
            {book.dialog}
          </>
        );
      }}
    </QueryBoundary>
  );
}
