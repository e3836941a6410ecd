import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { FeedbackCard } from '../../features/adminFeedback/FeedbackCard.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import { feedback as text } from '#messages/admin/feedback.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './FeedbackListPage.module.css';

const FeedbackListPage_Query = graphql(`
  query FeedbackListPage_Query($after: String) {
    viewer {
      admin {
        feedback(first: 20, after: $after) {
          edges {
            node {
              id
              rating
              text
              createdAt
              player {
                id
                name
                uid
              }
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

/** Players' feedback, newest first. */
export default function FeedbackListPage() {
  const answer = useQuery(FeedbackListPage_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <AdminPage title={text.title}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const feedback = viewer?.admin?.feedback;
          if (!feedback || feedback.edges.length === 0) return <NoFeedback />;
          return (
            <>
              <ul className={classes.list} aria-label={text.title}>
                {feedback.edges.map(({ node }) => (
                  <li key={node.id}>
                    <FeedbackCard feedback={node} />
                  </li>
                ))}
              </ul>
              <ShowMore pageInfo={feedback.pageInfo} fetchMore={answer.fetchMore} />
            </>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}

function NoFeedback() {
  return (
    <Card>
      <EmptyState title={text.empty} hint={text.emptyHint} />
    </Card>
  );
}
