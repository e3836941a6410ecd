import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { beaconRounds, chains, contests, payoutTables } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { type Page, pageById, type PageRequest, toPage } from '../ground/database/keyset.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { type ContestView, type StoredContest, visible } from './contestView.ts';
import { type GameType, isGameId } from './gameTypes.ts';
import { waiting } from './waiting.ts';

/** The game's running contest: open, closed or void, and not yet ended. Null while the game has none. */
export async function activeContest(ctx: Context, gameType: GameType): Promise<ContestView | null> {
  const [contest] = await activeContests(ctx, [gameType]);
  return contest ?? null;
}

/** The same of several games, in their order, by one statement. */
export async function activeContests(ctx: Context, gameTypes: readonly GameType[]): Promise<(ContestView | null)[]> {
  const found = await readContests(ctx, and(inArray(contests.gameType, [...gameTypes]), running));
  return gameTypes.map((gameType) => found.find((contest) => contest.gameType === gameType) ?? null);
}

/** The game's newest contest that has ended and waits for its beacon, or null. */
export async function waitingContest(ctx: Context, gameType: GameType): Promise<ContestView | null> {
  const [contest] = await waitingContests(ctx, [gameType]);
  return contest ?? null;
}

/** The games' contests that have ended and wait for their beacon, newest first, at most 100. */
export async function waitingContests(ctx: Context, gameTypes: readonly GameType[]): Promise<ContestView[]> {
  const rows = await selectContests(ctx)
    .where(and(inArray(contests.gameType, [...gameTypes]), waiting))
    .orderBy(desc(contests.endsAt), desc(contests.id))
    .limit(100);
  return rows.map((row) => visible(stored(row), ctx.actor, ctx.now));
}

/** The contest with that public name, in any state, or null. */
export async function contestByGameId(ctx: Context, gameId: string): Promise<ContestView | null> {
  if (!isGameId(gameId)) return null;
  const [contest] = await readContests(ctx, eq(contests.gameId, gameId));
  return contest ?? null;
}

/** Public names of the contests before and after one among those of its game; null where there is none. */
export interface GameIdsBeside {
  readonly previous: string | null;
  readonly next: string | null;
}

/** Those of each of these contests, in their order, by one statement. */
export async function gameIdsBeside(ctx: Context, ids: readonly bigint[]): Promise<GameIdsBeside[]> {
  authorize(ctx, 'contest:read');
  const [before, after] = [alias(contests, 'before'), alias(contests, 'after')];
  const rows = await ctx.db
    .select({ id: contests.id, previous: before.gameId, next: after.gameId })
    .from(contests)
    .leftJoin(before, and(eq(before.gameType, contests.gameType), eq(before.number, sql`${contests.number} - 1`)))
    .leftJoin(after, and(eq(after.gameType, contests.gameType), eq(after.number, sql`${contests.number} + 1`)))
    .where(inArray(contests.id, [...ids]));
  const found = new Map(rows.map(({ id, previous, next }) => [id, { previous, next }]));
  return ids.map((id) => found.get(id) ?? { previous: null, next: null });
}

/** Contests by id, in no particular order; unknown ids are left out. */
export async function contestsById(ctx: Context, ids: readonly bigint[]): Promise<ContestView[]> {
  return ids.length === 0 ? [] : readContests(ctx, inArray(contests.id, [...ids]));
}

/**
 * The game's contests that have ended, newest first, by keyset; the key is the contest's gapless number. Those that wait for the
 * beacon are at their place, without a number.
 */
export async function listContests(ctx: Context, gameType: GameType, request: PageRequest): Promise<Page<ContestView>> {
  return readPage(ctx, and(eq(contests.gameType, gameType), ended), request);
}

/**
 * Those of these contests that ended in the span, decided by an operator or void, newest first, by keyset; the key is the
 * contest's number. Milliseconds, the end excluded.
 */
export async function listOperatorContests(
  ctx: Context,
  gameType: GameType,
  { from, to }: { from: number; to: number },
  request: PageRequest,
): Promise<Page<ContestView>> {
  const inSpan = and(gte(contests.endsAt, new Date(from)), lt(contests.endsAt, new Date(to)));
  return readPage(ctx, and(eq(contests.gameType, gameType), inSpan, actedOn, over), request);
}

/** Number of the game's contests that have ended, which `listContests` lists. */
export async function contestCount(ctx: Context, gameType: GameType): Promise<number> {
  authorize(ctx, 'contest:read');
  return newestNumber(ctx, and(eq(contests.gameType, gameType), ended));
}

/** The greatest number among these contests; 0 without any. */
async function newestNumber({ db }: Context, which: SQL | undefined): Promise<number> {
  const [newest] = await db
    .select({ number: contests.number })
    .from(contests)
    .where(which)
    .orderBy(desc(contests.number))
    .limit(1);
  return newest?.number ?? 0;
}

/**
 * The game's decided contests by offset, counted in items from 0, newest first: without void ones, and without those that wait for
 * the beacon. Numbers have no gaps, so a page is found by arithmetic and costs the same however deep. Refuses INVALID_INPUT for a
 * limit outside 1-100 or an offset below 0.
 */
export async function listContestsByOffset(
  ctx: Context,
  gameType: GameType,
  { offset, limit }: { offset: number; limit: number },
): Promise<ContestView[]> {
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw invalidInput('limit', 'limit must be from 1 to 100');
  if (!Number.isSafeInteger(offset) || offset < 0) throw invalidInput('offset', 'offset must be a whole number from 0');
  authorize(ctx, 'contest:read');
  const last = await newestNumber(ctx, and(eq(contests.gameType, gameType), over));
  const newest = await withoutUndecided(ctx, gameType, { last, newest: last - offset });
  if (newest < 1) return [];
  const rows = await selectContests(ctx)
    .where(and(eq(contests.gameType, gameType), isNull(contests.voidedAt), lte(contests.number, newest), over))
    .orderBy(desc(contests.number))
    .limit(limit);
  return rows.map((row) => visible(stored(row), ctx.actor, ctx.now));
}

interface Place {
  /** Number of the newest contest that is over. */
  last: number;
  /** The number at which a list would begin that held every contest. */
  newest: number;
}

/**
 * The number at which a list begins that holds neither void nor waiting contests. Each of these moves it back by one, past which
 * there may be more of them. They are few, and found by indexes of their own.
 */
async function withoutUndecided({ db }: Context, gameType: GameType, { last, newest }: Place): Promise<number> {
  for (let moved = 0; ;) {
    const between = and(
      eq(contests.gameType, gameType),
      gte(contests.number, newest - moved),
      lte(contests.number, last),
    );
    const ofKind = (kind: SQL | undefined) => db.$count(contests, and(between, kind));
    const [voids, waits] = await Promise.all([ofKind(and(isNotNull(contests.voidedAt), over)), ofKind(waiting)]);
    if (voids + waits === moved) return newest - moved;
    moved = voids + waits;
  }
}

const running = or(
  eq(contests.state, 'OPEN'),
  and(eq(contests.state, 'CLOSED'), isNull(contests.seed)),
  and(eq(contests.state, 'VOID'), isNull(contests.decidedAt)),
);
/** Its number was set, or it was made void; the condition of an index. */
const actedOn = or(isNotNull(contests.overriddenAt), isNotNull(contests.voidedAt));
/** Its number is public, or it is void and its seed is public or lost. */
const over = isNotNull(contests.decidedAt);
const ended = or(over, waiting);

async function readPage(ctx: Context, matching: SQL | undefined, request: PageRequest): Promise<Page<ContestView>> {
  const { where, orderBy, limit } = pageById(contests.number, request);
  const rows = await selectContests(ctx).where(and(matching, where)).orderBy(orderBy).limit(limit);
  const page = toPage(rows.map(stored), request);
  return { ...page, rows: page.rows.map((contest) => visible(contest, ctx.actor, ctx.now)) };
}

async function readContests(ctx: Context, where: SQL | undefined): Promise<ContestView[]> {
  const rows = await selectContests(ctx).where(where).orderBy(desc(contests.number));
  return rows.map((row) => visible(stored(row), ctx.actor, ctx.now));
}

function selectContests(ctx: Context) {
  authorize(ctx, 'contest:read');
  return ctx.db
    .select({
      contest: contests,
      chainName: chains.chainId,
      basisPoints: payoutTables.basisPoints,
      beaconSignature: beaconRounds.signature,
      beaconRandomness: beaconRounds.randomness,
    })
    .from(contests)
    .innerJoin(chains, eq(chains.id, contests.chainId))
    .innerJoin(payoutTables, eq(payoutTables.id, contests.payoutTableId))
    .leftJoin(beaconRounds, eq(beaconRounds.round, contests.beaconRound))
    .$dynamic();
}

function stored({
  contest,
  ...joined
}: {
  contest: typeof contests.$inferSelect;
  chainName: string;
  basisPoints: number[];
  beaconSignature: Buffer | null;
  beaconRandomness: Buffer | null;
}): StoredContest {
  return { ...contest, ...joined };
}
