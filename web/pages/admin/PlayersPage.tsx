import { useQuery } from '@apollo/client/react';
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { currentParams } from '../../features/admin/currentParams.ts';
import { ExportButton } from '../../features/admin/ExportButton.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { SearchField } from '../../features/admin/SearchField.tsx';
import { PlayerList } from '../../features/adminPeople/PlayerList.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import type { PlayerFlag } from '../../gql/graphql.ts';
import { corrections } from '#messages/admin/corrections.ts';
import { exports } from '#messages/admin/exports.ts';
import { flags } from '#messages/admin/flags.ts';
import { players } from '#messages/admin/players.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './PlayersPage.module.css';

const PlayersPage_Query = graphql(`
  query PlayersPage_Query($search: String, $flag: PlayerFlag, $after: String) {
    viewer {
      admin {
        members(userType: PLAYER, search: $search, flag: $flag, first: 20, after: $after) {
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

const flagOptions = [{ value: '', label: players.anyFlag }].concat(
  Object.entries(flags.names).map(([value, label]) => ({ value, label })),
);

function flagIn(params: URLSearchParams): PlayerFlag | null {
  const flag = params.get('flag') ?? '';
  return flag in flags.names ? (flag as PlayerFlag) : null;
}

/** All players, newest first; search and flag are kept in the page's URL. */
export default function PlayersPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const flag = flagIn(params);
  const answer = useQuery(PlayersPage_Query, {
    variables: { search: search || null, flag },
    fetchPolicy: 'cache-and-network',
  });
  const set = (name: 'search' | 'flag', value: string) => {
    const changed = currentParams();
    if (value === '') changed.delete(name);
    else changed.set(name, value);
    setParams(changed, { replace: true });
  };
  return (
    <AdminPage title={players.title} actions={<Exports />}>
      <search className={classes.search}>
        <SearchField
          label={players.search}
          placeholder={players.searchHint}
          value={search}
          onSearch={(text) => set('search', text)}
        />
        <NativeSelect
          label={players.flag}
          data={flagOptions}
          value={flag ?? ''}
          onChange={({ currentTarget }) => set('flag', currentTarget.value)}
        />
      </search>
      <QueryBoundary of={keepPreviousData(answer)}>
        {({ viewer }) => {
          const members = viewer?.admin?.members;
          if (!members || members.edges.length === 0) {
            return (
              <Card>
                <EmptyState
                  title={search === '' && flag === null ? players.none : players.noneFound}
                  hint={search === '' && flag === null ? players.noneHint : players.noneFoundHint}
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

function Exports() {
  const { title } = exports;
  const { exported } = corrections;
  return (
    <>
      <ExportButton name="players" what={players.exported} />
      <ExportButton name="corrections" what={exported} label={title(exported)} />
    </>
  );
}
