import type { ApolloClient } from '@apollo/client';
import { ed25519 } from '@noble/curves/ed25519.js';
import { readSession } from '../../apollo/sessionStore.ts';
import { graphql } from '../../gql/gql.ts';
import type { BetReceipt } from '../../lib/betReceipt.ts';
import { linesOf } from '../../lib/verify/lines.ts';
import { betOf } from '../../lib/verify/publicRound.ts';
import { isCalledOff } from './isCalledOff.ts';
import { checkReceipt, type RoundOfReceipt } from './checkReceipt.ts';
import { keepReceipts, readReceipts } from './keptReceipts.ts';

/** Of rounds with more bets the paths of the player's own are fetched, not all bets. */
const mostBets = 2_000;

const ReceiptRound_Query = graphql(`
  query ReceiptRound_Query($gameId: String!) {
    viewer {
      betsIn(gameId: $gameId) {
        id
        number
        cancelledByPlayer
      }
    }
    contest(gameId: $gameId) {
      id
      state
      decidedBy
      betsRoot
      betCount
    }
  }
`);

const BetPaths_Query = graphql(`
  query BetPaths_Query($gameId: String!, $numbers: [Int!]!) {
    viewer {
      betPaths(gameId: $gameId, numbers: $numbers) {
        number
        place
        size
        path
      }
    }
  }
`);

/**
 * Checks the kept receipts of rounds that are over. Rejects where some of these can't be had, after it has checked the
 * others; they are then tried again later.
 */
export async function checkReceipts(client: ApolloClient): Promise<void> {
  const uid = readSession()?.user.userId;
  const unchecked = readReceipts().filter(({ state }) => state === 'unchecked');
  if (uid === undefined || unchecked.length === 0) return;
  const vkeys = (await textAt('/transparency/receipt-keys')).split('\n').filter(Boolean);
  const verify = (signature: Uint8Array, message: Uint8Array, key: Uint8Array) =>
    ed25519.verify(signature, message, key);
  const failures: unknown[] = [];
  for (const gameId of new Set(unchecked.map((receipt) => receipt.gameId))) {
    const ofRound = unchecked.filter((one) => one.gameId === gameId);
    try {
      const round = await readRound(client, gameId, ofRound);
      // The answer may be about the bets of another player.
      if (readSession()?.user.userId !== uid) return;
      if (round === null) continue;
      for (const receipt of ofRound)
        keepReceipts(uid, [{ ...receipt, state: await checkReceipt(receipt, round, vkeys, verify) }]);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some rounds of receipts can’t be had');
}

/** Null while the round is not over, and where there are no paths of a large one. */
async function readRound(
  client: ApolloClient,
  gameId: string,
  receipts: readonly BetReceipt[],
): Promise<RoundOfReceipt | null> {
  const { data } = await client.query({
    query: ReceiptRound_Query,
    variables: { gameId },
    fetchPolicy: 'no-cache',
  });
  const contest = data?.contest;
  if (!contest || (contest.state !== 'SETTLED' && contest.state !== 'VOID')) return null;
  const { betsRoot } = contest;
  const cancelled = (data.viewer?.betsIn ?? []).flatMap((bet) =>
    isCalledOff(bet, contest) && bet.number !== null ? [bet.number] : [],
  );
  if (betsRoot === null) return { betsRoot, evidence: { bets: [] }, cancelled };
  // A void round publishes no count.
  if (contest.betCount === null || contest.betCount > mostBets) {
    const paths = await readPaths(client, gameId, receipts);
    return paths && { betsRoot, evidence: { paths }, cancelled };
  }
  const file = new Blob([await textAt(`/transparency/bets/${gameId}.jsonl`)]);
  const bets = [];
  for await (const line of linesOf(file)) bets.push(betOf(line));
  return { betsRoot, evidence: { bets }, cancelled };
}

/** By the numbers of the bets; null where the server has none of the round. */
async function readPaths(client: ApolloClient, gameId: string, receipts: readonly BetReceipt[]) {
  const { data } = await client.query({
    query: BetPaths_Query,
    variables: { gameId, numbers: receipts.map(({ number }) => number) },
    fetchPolicy: 'no-cache',
  });
  const paths = data?.viewer?.betPaths;
  return paths ? new Map(paths.map((one) => [one.number, one])) : null;
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}
