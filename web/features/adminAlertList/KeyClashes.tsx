import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { alerts } from '#messages/admin/alerts.ts';
import { transactions } from '#messages/transactions.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';
import { hasFailed, QueryFailure } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';

const KeyClashes_Query = graphql(`
  query KeyClashes_Query($after: String) {
    viewer {
      admin {
        transactions(first: 20, after: $after, filter: { keyClashes: true }, order: OLDEST_FIRST) {
          edges {
            node {
              id
              status
              amount
              reference
              createdAt
              duplicates {
                id
              }
              player {
                id
                uid
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

const texts = alerts.clashes;

/** Deposits of earlier releases whose reference another deposit holds; nothing where there are none. */
export function KeyClashes() {
  const answer = useQuery(KeyClashes_Query, { fetchPolicy: 'cache-and-network' });
  const list = answer.data?.viewer?.admin?.transactions;
  if (hasFailed(answer)) {
    return (
      <Card title={texts.title}>
        <QueryFailure of={answer} />
      </Card>
    );
  }
  if (!list || list.edges.length === 0) return null;
  return (
    <Card title={texts.title}>
      <Stack gap={12}>
        <p>{texts.hint}</p>
        <List label={texts.title}>
          {list.edges.map(({ node: { id, reference, amount, status, createdAt, duplicates, player } }) => (
            <li key={id}>
              <ListRow
                title={`${reference ?? ''} · ${formatMoneyShort(amount)} · ${transactions.status[status]}`}
                hint={
                  <>
                    <PlayerLink uid={player.uid} name={player.name} /> · <Instant at={createdAt} /> ·{' '}
                    {texts.others(duplicates?.length ?? 0)}
                  </>
                }
                aside={
                  <LinkButton
                    quiet
                    to={paths.admin.transactionsFor(reference ?? '')}
                    label={texts.openWhat(reference ?? '')}
                  >
                    {texts.open}
                  </LinkButton>
                }
              />
            </li>
          ))}
        </List>
        <ShowMore pageInfo={list.pageInfo} fetchMore={answer.fetchMore} />
      </Stack>
    </Card>
  );
}
