import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useSyncExternalStore } from 'react';
import { graphql } from '../../gql/gql.ts';
import { evidence } from '#messages/evidence.ts';
import { Notice } from '../../ui/Notice.tsx';
import { fetchReceipts } from './fetchReceipts.ts';
import { onReceipts, readReceipts } from './keptReceipts.ts';
import { ReceiptsFile } from './ReceiptsFile.tsx';

const ReceiptWatch_Query = graphql(`
  query ReceiptWatch_Query {
    viewer {
      wallet {
        id
        available
      }
    }
  }
`);

/** After a bet the balance changes; several bets in a row are fetched together. */
const afterBetMs = 1_500;
/** How often rounds of unchecked receipts are looked at. */
const everyMs = 30_000;

/**
 * Keeps the receipts of the player's bets and checks after each round that the bets are under its root. Shows only what is
 * wrong. The check and what it needs are loaded when there is a receipt to check.
 */
export function ReceiptWatch() {
  const client = useApolloClient();
  const available = useQuery(ReceiptWatch_Query, { fetchPolicy: 'cache-only' }).data?.viewer?.wallet?.available;
  const wrong = useSyncExternalStore(onReceipts, wrongRounds);
  useEffect(() => {
    if (available === undefined) return;
    // What fails is fetched at the next change of the balance.
    const timer = setTimeout(() => void fetchReceipts(client).catch(() => undefined), afterBetMs);
    return () => clearTimeout(timer);
  }, [client, available]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!readReceipts().some(({ state }) => state === 'unchecked')) return;
      void import('./receiptCheck.ts')
        .then(({ checkReceipts }) => checkReceipts(client))
        // Tried again at the next interval.
        .catch(() => undefined);
    }, everyMs);
    return () => clearInterval(timer);
  }, [client]);
  if (wrong === '') return null;
  return (
    <Notice tone="warning">
      {evidence.receipts.wrong(wrong)} <ReceiptsFile />
    </Notice>
  );
}

/** Those with a receipt that doesn't match, as text. */
function wrongRounds(): string {
  return [...new Set(readReceipts().flatMap(({ state, gameId }) => (state === 'wrong' ? [gameId] : [])))].join(', ');
}
