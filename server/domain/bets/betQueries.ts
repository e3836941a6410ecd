import { and, asc, eq, inArray, isNull, ne, not, type SQL, sql, sum } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { betCancellations, betPayouts, bets, contestResults } from '../../../db/schema/bets.ts';
import { contests } from '../../../db/schema/contests.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../ground/verbs/context.ts';
import { stakesSecret } from '../ground/rounds/secretStakes.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { authorize, requirePlayer } from '../ground/actors/permissions.ts';
import type { Bet } from './bet.ts';
import { betIdsOf, betIdsOfMonths, inBetIds, nearestFirst } from './betMonths.ts';

/**
 * Bets by id, in the order of `ids`. Players read their own, admins all that aren't secret any more; null for the rest.
 */
export async function betsById(ctx: Context, ids: readonly bigint[]): Promise<(Bet | null)[]> {
  const { actor } = ctx;
  authorize(ctx, actor.kind === 'admin' ? 'member:read' : 'bet:readOwn');
  const readable = actor.kind === 'player' ? eq(bets.playerId, actor.userId) : not(stakesSecret());
  const rows = await selectBets(ctx, inArray(betPayouts.betId, [...ids])).where(
    and(inArray(bets.id, [...ids]), readable),
  );
  return inOrderOf(ids, rows.map(toBet));
}

/** The player's own bets in a contest, oldest first, cancelled ones included. */
export async function betsIn(ctx: Context, contestId: bigint): Promise<Bet[]> {
  const [own] = await betsInEach(ctx, [contestId]);
  return own ?? [];
}

/** The player's own bets in each of these contests, in the order of `contestIds`; oldest first, cancelled ones included. */
export async function betsInEach(ctx: Context, contestIds: readonly bigint[]): Promise<Bet[][]> {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  const ids = await betIdsOf(ctx, contestIds);
  const rows = await selectBets(ctx, inBetIds(betPayouts.betId, ids))
    .where(and(inArray(bets.contestId, [...contestIds]), eq(bets.playerId, playerId), inBetIds(bets.id, ids)))
    .orderBy(asc(bets.id));
  const byContest = new Map<bigint, Bet[]>(contestIds.map((id) => [id, []]));
  for (const bet of rows.map(toBet)) byContest.get(bet.contestId)?.push(bet);
  return contestIds.map((id) => byContest.get(id) ?? []);
}

/** The player's own bets, newest first. */
export function listBets(ctx: Context, page: PageRequest): Promise<Page<Bet>> {
  return readBetPage(ctx, eq(bets.playerId, requirePlayer(ctx, 'bet:readOwn')), page);
}

/** A player's bets, newest first, for admins. Those of a running PROFIT_RULE contest come when its betting has closed. */
export async function listBetsOf(ctx: Context, playerId: bigint, page: PageRequest): Promise<Page<Bet>> {
  authorize(ctx, 'member:read');
  await recordReading(ctx, playerId, 'bets');
  return readBetPage(ctx, and(eq(bets.playerId, playerId), not(stakesSecret())), page);
}

export interface ActiveGame {
  contestId: bigint;
  gameId: string;
  /** The player's active stakes in it. */
  amount: Paise;
}

/** The player's contests that are not settled yet, one entry each, newest first; cancelled bets don't count. */
export async function activeGames(ctx: Context): Promise<ActiveGame[]> {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  const running = await ctx.db
    .select({ id: contests.id, gameId: contests.gameId, betsMonth: contests.betsMonth })
    .from(contests)
    .where(and(ne(contests.state, 'SETTLED'), isNull(contests.settledAt)));
  const stakes = new Map((await stakesIn(ctx, playerId, running)).map((row) => [row.contestId, row.amount]));
  return running
    .flatMap(({ id, gameId }) => {
      const amount = stakes.get(id);
      return amount === undefined ? [] : [{ contestId: id, gameId, amount }];
    })
    .sort((one, other) => (one.contestId < other.contestId ? 1 : -1));
}

/** The player's stakes in those of these contests where there are any, without cancelled bets. */
async function stakesIn(
  ctx: Context,
  playerId: bigint,
  rounds: readonly { id: bigint; betsMonth: number }[],
): Promise<{ contestId: bigint; amount: Paise }[]> {
  if (rounds.length === 0) return [];
  const months = rounds.map(({ betsMonth }) => betsMonth);
  const ids = inBetIds(bets.id, betIdsOfMonths(Math.min(...months), Math.max(...months)));
  const contestIds = rounds.map(({ id }) => id);
  const rows = await ctx.db
    .select({ contestId: bets.contestId, amount: sum(bets.amount) })
    .from(bets)
    .where(and(inArray(bets.contestId, contestIds), eq(bets.playerId, playerId), ids, live(ctx)))
    .groupBy(bets.contestId);
  return rows.map(({ contestId, amount }) => ({ contestId, amount: paiseOf(amount) }));
}

export interface OwnStakes {
  contestId: bigint;
  /** The player's stakes in it, without cancelled bets. */
  betAmount: Paise;
  /** What they returned; null until the contest is settled. */
  winAmount: Paise | null;
}

/** What the player staked in each of these contests and won, in the order of `contestIds`; zero where nothing. */
export async function ownStakes(ctx: Context, contestIds: readonly bigint[]): Promise<OwnStakes[]> {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  if (contestIds.length === 0) return [];
  const [rounds, won] = await Promise.all([
    ctx.db
      .select({ id: contests.id, state: contests.state, betsMonth: contests.betsMonth })
      .from(contests)
      .where(inArray(contests.id, [...contestIds])),
    ctx.db
      .select({
        contestId: contestResults.contestId,
        betAmount: contestResults.betAmount,
        winAmount: contestResults.winAmount,
      })
      .from(contestResults)
      .where(and(eq(contestResults.playerId, playerId), inArray(contestResults.contestId, [...contestIds]))),
  ]);
  const staked = await stakesIn(ctx, playerId, rounds);
  // Results stay when the bets of their month are archived.
  const stakes = new Map([
    ...staked.map(({ contestId, amount }) => [contestId, amount] as const),
    ...won.map(({ contestId, betAmount }) => [contestId, betAmount] as const),
  ]);
  const wins = new Map(won.map(({ contestId, winAmount }) => [contestId, winAmount]));
  const isSettled = new Set(rounds.filter(({ state }) => state === 'SETTLED').map(({ id }) => id));
  return contestIds.map((contestId) => ({
    contestId,
    betAmount: stakes.get(contestId) ?? paiseOf(null),
    winAmount: isSettled.has(contestId) ? (wins.get(contestId) ?? paiseOf(null)) : null,
  }));
}

async function readBetPage(ctx: Context, which: SQL | undefined, page: PageRequest): Promise<Page<Bet>> {
  const { where, orderBy, limit } = pageById(bets.id, page);
  const rows: BetRow[] = [];
  for (const ids of nearestFirst(ctx, page)) {
    const more = await selectBets(ctx, inBetIds(betPayouts.betId, ids))
      .where(and(which, where, inBetIds(bets.id, ids)))
      .orderBy(orderBy)
      .limit(limit - rows.length);
    rows.push(...more);
    if (rows.length === limit) break;
  }
  return toPage(rows.map(toBet), page);
}

function live(ctx: Context) {
  const cancellation = ctx.db.select().from(betCancellations).where(eq(betCancellations.betId, bets.id));
  return sql`not exists ${cancellation}`;
}

/** `payoutIds` limits payouts to those of the bets that the query selects, so that only their months' are planned. */
function selectBets(ctx: Context, payoutIds: SQL | undefined) {
  return ctx.db
    .select({
      bet: bets,
      state: contests.state,
      voidedAt: contests.voidedAt,
      payout: betPayouts.amount,
      cancelledAt: betCancellations.createdAt,
    })
    .from(bets)
    .innerJoin(contests, eq(contests.id, bets.contestId))
    .leftJoin(betPayouts, and(eq(betPayouts.betId, bets.id), payoutIds))
    .leftJoin(betCancellations, eq(betCancellations.betId, bets.id))
    .$dynamic();
}

interface BetRow {
  bet: typeof bets.$inferSelect;
  state: (typeof contests.$inferSelect)['state'];
  voidedAt: Date | null;
  payout: Paise | null;
  cancelledAt: Date | null;
}

function toBet({ bet, state, voidedAt, payout, cancelledAt }: BetRow): Bet {
  const { id, contestId, playerId, number, selection, amount, placedAt } = bet;
  const cancelled = cancelledAt !== null;
  const settled = state === 'SETTLED' && !cancelled;
  return {
    id,
    contestId,
    playerId,
    number,
    selection,
    amount,
    placedAt,
    cancelled,
    // As in bet_leaves.sql.
    cancelledByPlayer: cancelledAt !== null && (voidedAt === null || cancelledAt < voidedAt),
    payout: settled ? (payout ?? paiseOf(null)) : null,
  };
}

function paiseOf(total: string | null): Paise {
  return BigInt(total ?? 0) as Paise;
}
