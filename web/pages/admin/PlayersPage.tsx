import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { ExportButton } from '../../features/admin/ExportButton.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { SearchField } from '../../features/admin/SearchField.tsx';
import { PlayerList } from '../../features/adminPeople/PlayerList.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';

const PlayersPage_Query = graphql(`
  query PlayersPage_Query($search: String, $after: String) {
    viewer {
      admin {
        members(userType: PLAYER, search: $search, first: 20, after: $after) {
          edges {
            node {
              id
              ...PlayerLine_member
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

const players = words.admin.players;

/** All players, newest first; the search is kept in the page's URL. */
export function PlayersPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const answer = useQuery(PlayersPage_Query, {
    variables: { search: search || null },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <AdminPage title={players.title} actions={<ExportButton name="players" what={players.exported} />}>
      <search>
        <SearchField
          label={players.search}
          placeholder={players.searchHint}
          value={search}
          onSearch={(text) => setParams(text === '' ? {} : { search: text }, { replace: true })}
        />
      </search>
      <QueryBoundary of={keepPreviousData(answer)}>
        {({ viewer }) => {
          const members = viewer?.admin?.members;
          if (!members || members.edges.length === 0) {
            return (
              <Card>
                <EmptyState
                  title={search === '' ? players.none : players.noneFound}
                  hint={search === '' ? players.noneHint : players.noneFoundHint}
                />
              </Card>
            );
          }
          return (
            <Stack>
              <PlayerList members={members.edges.map(({ node }) => node)} />
              <ShowMore pageInfo={members.pageInfo} fetchMore={answer.fetchMore} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}
