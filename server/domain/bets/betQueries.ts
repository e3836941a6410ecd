import { and, asc, eq, inArray, isNull, ne, not, type SQL, sql, sum } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { betCancellations, betPayouts, bets, contestResults } from '../../../db/schema/bets.ts';
import { contests } from '../../../db/schema/contests.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../context.ts';
import { stakesSecret } from '../contests/contestView.ts';
import { inOrderOf } from '../inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../keyset.ts';
import { authorize, requirePlayer } from '../permissions.ts';
import type { Bet } from './bet.ts';

/**
 * Bets by id, in the order of `ids`. Players read their own, admins all that aren't secret any more; null for the rest.
 */
export async function betsById(ctx: Context, ids: readonly bigint[]): Promise<(Bet | null)[]> {
  const { actor } = ctx;
  authorize(ctx, actor.kind === 'admin' ? 'member:read' : 'bet:readOwn');
  const readable = actor.kind === 'player' ? eq(bets.playerId, actor.userId) : not(stakesSecret());
  const rows = await selectBets(ctx).where(and(inArray(bets.id, [...ids]), readable));
  return inOrderOf(ids, rows.map(toBet));
}

/** The player's own bets in a contest, oldest first, cancelled ones included. */
export async function betsIn(ctx: Context, contestId: bigint): Promise<Bet[]> {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  const rows = await selectBets(ctx)
    .where(and(eq(bets.contestId, contestId), eq(bets.playerId, playerId)))
    .orderBy(asc(bets.id));
  return rows.map(toBet);
}

/** The player's own bets in each of these contests, in the order of `contestIds`; oldest first, cancelled ones included. */
export async function betsInEach(ctx: Context, contestIds: readonly bigint[]): Promise<Bet[][]> {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  const rows = await selectBets(ctx)
    .where(and(inArray(bets.contestId, [...contestIds]), eq(bets.playerId, playerId)))
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
  const rows = await ctx.db
    .select({ contestId: contests.id, gameId: contests.gameId, amount: sum(bets.amount) })
    .from(contests)
    .innerJoin(bets, and(eq(bets.contestId, contests.id), eq(bets.playerId, playerId)))
    .where(and(ne(contests.state, 'SETTLED'), isNull(contests.settledAt), live(ctx)))
    .groupBy(contests.id)
    .orderBy(sql`${contests.id} desc`);
  return rows.map(({ contestId, gameId, amount }) => ({ contestId, gameId, amount: paiseOf(amount) }));
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
  const [staked, settled, won] = await Promise.all([
    ctx.db
      .select({ contestId: bets.contestId, amount: sum(bets.amount) })
      .from(bets)
      .where(and(inArray(bets.contestId, [...contestIds]), eq(bets.playerId, playerId), live(ctx)))
      .groupBy(bets.contestId),
    ctx.db
      .select({ id: contests.id })
      .from(contests)
      .where(and(inArray(contests.id, [...contestIds]), eq(contests.state, 'SETTLED'))),
    ctx.db
      .select({
        contestId: contestResults.contestId,
        betAmount: contestResults.betAmount,
        winAmount: contestResults.winAmount,
      })
      .from(contestResults)
      .where(and(eq(contestResults.playerId, playerId), inArray(contestResults.contestId, [...contestIds]))),
  ]);
  // Results stay when the bets of their month are archived.
  const stakes = new Map([
    ...staked.map(({ contestId, amount }) => [contestId, paiseOf(amount)] as const),
    ...won.map(({ contestId, betAmount }) => [contestId, betAmount] as const),
  ]);
  const wins = new Map(won.map(({ contestId, winAmount }) => [contestId, winAmount]));
  const isSettled = new Set(settled.map(({ id }) => id));
  return contestIds.map((contestId) => ({
    contestId,
    betAmount: stakes.get(contestId) ?? paiseOf(null),
    winAmount: isSettled.has(contestId) ? (wins.get(contestId) ?? paiseOf(null)) : null,
  }));
}

async function readBetPage(ctx: Context, which: SQL | undefined, page: PageRequest): Promise<Page<Bet>> {
  const { where, orderBy, limit } = pageById(bets.id, page);
  const rows = await selectBets(ctx).where(and(which, where)).orderBy(orderBy).limit(limit);
  return toPage(rows.map(toBet), page);
}

function live(ctx: Context) {
  const cancellation = ctx.db.select().from(betCancellations).where(eq(betCancellations.betId, bets.id));
  return sql`not exists ${cancellation}`;
}

function selectBets(ctx: Context) {
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
    .leftJoin(betPayouts, eq(betPayouts.betId, bets.id))
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
