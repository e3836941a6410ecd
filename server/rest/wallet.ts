import type { z } from 'zod';
import { activeGames, type ActiveGame } from '../domain/bets/betQueries.ts';
import type { Context } from '../domain/ground/verbs/context.ts';
import { contestsById } from '../domain/contests/contestQueries.ts';
import { requirePlayer } from '../domain/ground/actors/permissions.ts';
import { balancesById } from '../domain/wallet/balances.ts';
import { NO_PAISE, toRupeesNumber } from '../domain/ground/values/money.ts';
import { pendingWithdrawals } from '../domain/wallet/transactionList.ts';
import {
  roundsAndPayments,
  type ContestEntry,
  type ReturnEntry,
  type TransactionEntry,
} from '../domain/wallet/walletHistory.ts';
import { encodeInstant, seal } from './encode.ts';
import { isOutcomeDue, readOnceDecided } from './outcomeDue.ts';
import { readPart, type listQuery } from './paging.ts';

/** Number of entries of a history without a limit, newest first (server/rest/rules.md#rest-lists). */
const NEWEST_ENTRIES = 1_000;

/** The wallet for the old API, after the player's ended rounds are paid, or after 2 s. */
export async function readWallet(ctx: Context, part: z.output<typeof listQuery>) {
  const playerId = requirePlayer(ctx, 'wallet:readOwn');
  const { now, games } = await gamesOncePaid(ctx);
  const [balances, withdrawals, history] = await Promise.all([
    balancesById(now, [playerId]),
    pendingWithdrawals(now),
    readPart(part, (page) => roundsAndPayments(now, page), NEWEST_ENTRIES),
  ]);
  return {
    amount: toRupeesNumber(balances[0]?.available ?? NO_PAISE),
    activeGames: games.map(({ gameId, amount }) => ({ gameId, amount: toRupeesNumber(amount) })),
    blockedAmountList: withdrawals.map(({ id, amount }) => ({
      amount: toRupeesNumber(amount),
      transactionId: seal(now, 'Transaction', id),
    })),
    walletHistory: await encodeHistory(now, history),
    serverTime: encodeInstant(now.now),
  };
}

/** The player's unsettled rounds; waits only for those that have ended. */
async function gamesOncePaid(ctx: Context): Promise<{ now: Context; games: ActiveGame[] }> {
  const { now, reading } = await readOnceDecided(
    ctx,
    async (at) => {
      const games = await activeGames(at);
      const contests = await contestsById(
        at,
        games.map(({ contestId }) => contestId),
      );
      return { games, contests };
    },
    ({ contests }, at) => contests.some((contest) => isOutcomeDue(contest, at)),
    ({ phase }) => phase === 'SETTLED',
  );
  return { now, games: reading.games };
}

type Entry = ContestEntry | TransactionEntry | ReturnEntry;

async function encodeHistory(ctx: Context, entries: readonly Entry[]) {
  const contests = await contestsById(
    ctx,
    entries.flatMap((entry) => (entry.kind === 'contest' ? entry.contestId : [])),
  );
  const gameIds = new Map(contests.map(({ id, gameId }) => [id, gameId]));
  return entries.map((entry) => encodeEntry(entry, gameIds));
}

function encodeEntry(entry: Entry, gameIds: ReadonlyMap<bigint, string>) {
  if (entry.kind === 'transaction') {
    const { transactionType, amount, decidedAt, updatedAt } = entry.transaction;
    const timestamp = encodeInstant(decidedAt ?? updatedAt);
    return { transactionType, amount: toRupeesNumber(amount), timestamp };
  }
  if (entry.kind === 'return') {
    const { payout, returnedAt } = entry;
    return {
      transactionType: 'credit' as const,
      amount: toRupeesNumber(payout.amount),
      timestamp: encodeInstant(returnedAt),
    };
  }
  const { contestId, betAmount, winAmount, settledAt } = entry;
  const gameId = gameIds.get(contestId);
  if (gameId === undefined) throw new Error(`contest ${contestId} has a result, but was not found`);
  const won = winAmount > 0n;
  return {
    transactionType: won ? ('credit' as const) : ('debit' as const),
    amount: toRupeesNumber(won ? winAmount : betAmount),
    timestamp: encodeInstant(settledAt),
    gameData: {
      gameId,
      betAmount: toRupeesNumber(betAmount),
      winAmount: toRupeesNumber(winAmount),
    },
  };
}
