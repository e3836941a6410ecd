import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { EndedProposals_QueryQuery } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { proposals as texts } from '#messages/admin/proposals.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import classes from './EndedProposals.module.css';
import { needText } from './threshold.ts';

export const EndedProposals_Query = graphql(`
  query EndedProposals_Query($after: String) {
    viewer {
      admin {
        endedProposals(first: 20, after: $after) {
          edges {
            node {
              id
              kind
              status
              subject
              amount
              createdAt
              decidedAt
              expiresAt
              threshold {
                kind
                need
                fromAmount
                makerDayAmount
              }
              transaction {
                id
              }
              maker {
                id
                name
              }
              checker {
                id
                name
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

/** What was decided, declined, withdrawn or has lapsed, the newest first, page by page. */
export function EndedProposals() {
  const answer = useQuery(EndedProposals_Query, { fetchPolicy: 'cache-and-network' });
  return (
    <Card title={texts.ended.title}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const list = viewer?.admin?.endedProposals;
          if (!list || list.edges.length === 0) {
            return <EmptyState title={texts.ended.none} hint={texts.ended.noneHint} />;
          }
          return (
            <>
              <ul className={classes.list} aria-label={texts.ended.title}>
                {list.edges.map(({ node }) => (
                  <li key={node.id}>
                    <Ended proposal={node} />
                  </li>
                ))}
              </ul>
              <ShowMore pageInfo={list.pageInfo} fetchMore={answer.fetchMore} />
            </>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}

type Admin = NonNullable<NonNullable<EndedProposals_QueryQuery['viewer']>['admin']>;
type EndedProposal = NonNullable<Admin['endedProposals']>['edges'][number]['node'];

function Ended({ proposal }: { proposal: EndedProposal }) {
  const { kind, status, subject, amount, createdAt, decidedAt, expiresAt, threshold, transaction } = proposal;
  const { columns } = texts.ended;
  const what = threshold ? `${texts.kinds[threshold.kind]}: ${needText(threshold)}` : subject;
  const sum = amount === null ? '' : ` · ${formatMoneyShort(amount)}`;
  return (
    <article aria-label={`${texts.kinds[kind]}: ${what}`}>
      <Stack gap={8}>
        <h3 className={classes.what}>{`${texts.kinds[kind]}${sum}`}</h3>
        <p className={classes.subject}>{what}</p>
        <Facts
          facts={[
            [columns.outcome, texts.statuses[status]],
            [columns.maker, proposal.maker.name],
            [columns.checker, proposal.checker?.name ?? null],
            [columns.made, <Instant key="made" at={createdAt} />],
            [columns.decided, <Instant key="ended" at={decidedAt ?? expiresAt} />],
          ]}
        />
        {transaction && (
          <LinkButton quiet to={paths.admin.transactionsFor(transaction.id)} label={`${texts.payment}: ${what}`}>
            {texts.payment}
          </LinkButton>
        )}
      </Stack>
    </article>
  );
}
