import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router-dom';
import { graphql } from '../../gql/gql.ts';
import { timeline as timelineWords } from '#messages/admin/timeline.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { List } from '../../ui/ListRow.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { currentParams } from '../admin/currentParams.ts';
import { keepPreviousData } from '../admin/keepPreviousData.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import { TimelineChips } from './TimelineChips.tsx';
import { TimelineItem } from './TimelineItem.tsx';
import { readKinds, withKinds } from './timelineKinds.ts';

const MemberTimeline_Query = graphql(`
  query MemberTimeline_Query($memberId: ID!, $kinds: [TimelineKind!], $after: String) {
    node(id: $memberId) {
      ... on Member {
        id
        timeline(first: 30, after: $after, kinds: $kinds) {
          edges {
            cursor
            node {
              id
              ...TimelineItem_entry
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

/** What happened with a player, newest first; the kinds that are shown are in the page's address. */
export function MemberTimeline({ memberId }: { memberId: string }) {
  const [params, setParams] = useSearchParams();
  const kinds = readKinds(params);
  const answer = useQuery(MemberTimeline_Query, {
    variables: { memberId, kinds: kinds.length === 0 ? null : kinds },
    fetchPolicy: 'cache-and-network',
  });
  const timeline = timelineWords;
  return (
    <Card title={timeline.title}>
      <Stack gap={12}>
        <TimelineChips
          chosen={kinds}
          onChange={(chosen) => setParams(withKinds(currentParams(), chosen), { replace: true })}
        />
        <QueryBoundary of={keepPreviousData(answer)}>
          {({ node }) => {
            if (node?.__typename !== 'Member') return null;
            const { edges, pageInfo } = node.timeline;
            if (edges.length === 0) {
              return <EmptyState title={kinds.length === 0 ? timeline.none : timeline.noneOfKind} />;
            }
            return (
              <>
                <List label={timeline.title}>
                  {edges.map((edge) => (
                    <li key={edge.node.id}>
                      <TimelineItem entry={edge.node} />
                    </li>
                  ))}
                </List>
                <ShowMore pageInfo={pageInfo} fetchMore={answer.fetchMore} />
              </>
            );
          }}
        </QueryBoundary>
      </Stack>
    </Card>
  );
}
