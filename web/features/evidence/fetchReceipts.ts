import type { ApolloClient } from '@apollo/client';
import { graphql } from '../../gql/gql.ts';
import { keepReceipts, readReceipts } from './keptReceipts.ts';

const Receipts_Query = graphql(`
  query Receipts_Query {
    viewer {
      activeGames {
        contest {
          id
          gameId
          drawVersion
          viewerBets {
            id
            cancelled
            receipt {
              gameId
              number
              uid
              salt
              leaf
              place
              path
              note
            }
          }
        }
      }
    }
  }
`);

/** Keeps the receipts of the player's bets in running rounds that are not kept yet. */
export async function fetchReceipts(client: ApolloClient): Promise<void> {
  const { data } = await client.query({ query: Receipts_Query, fetchPolicy: 'no-cache' });
  const known = new Set(readReceipts().map(({ gameId, number }) => `${gameId} ${number}`));
  const games = data?.viewer?.activeGames ?? [];
  const receipts = games.flatMap(({ contest }) => (contest.viewerBets ?? []).map(({ receipt }) => receipt));
  const added = receipts.filter((one) => one !== null && !known.has(`${one.gameId} ${one.number}`));
  if (added.length === 0) return;
  keepReceipts(added.flatMap((one) => (one ? [{ ...one, state: 'unchecked' as const }] : [])));
}
