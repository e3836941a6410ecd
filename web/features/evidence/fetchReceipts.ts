import type { ApolloClient } from '@apollo/client';
import { graphql } from '../../gql/gql.ts';
import { readSession } from '../../apollo/sessionStore.ts';
import { decodeReceipt } from '../../lib/betReceipt.ts';
import { keepReceipts, receiptsOf } from './keptReceipts.ts';

const Receipts_Query = graphql(`
  query Receipts_Query {
    viewer {
      activeGames {
        contest {
          id
          viewer {
            bets {
              id
              receipt {
                encoded
              }
            }
          }
        }
      }
    }
  }
`);

/** Keeps the receipts of the player's bets in running rounds that are not kept yet. */
export async function fetchReceipts(client: ApolloClient): Promise<void> {
  const uid = readSession()?.user.userId;
  if (uid === undefined) return;
  const { data } = await client.query({ query: Receipts_Query, fetchPolicy: 'no-cache' });
  const known = new Set(receiptsOf(uid).map(({ gameId, number }) => `${gameId} ${number}`));
  const bets = (data?.viewer?.activeGames ?? []).flatMap(({ contest }) => contest.viewer?.bets ?? []);
  const added = bets.flatMap(({ receipt }) => {
    const decoded = receipt && decodeReceipt(receipt.encoded);
    const isNew = decoded && decoded.uid === uid && !known.has(`${decoded.gameId} ${decoded.number}`);
    return isNew ? [{ ...decoded, state: 'unchecked' as const }] : [];
  });
  if (added.length > 0) keepReceipts(uid, added);
}
