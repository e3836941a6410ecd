import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { contestResults as results } from '../../../db/schema/bets.ts';
import { contests as rounds } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderBy } from '../ground/database/inOrder.ts';
import { toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { transactionsById } from './transactionList.ts';
import type { BalanceCorrection } from './correction.ts';
import { correctionsById } from './correctionList.ts';
import type { WalletTransaction } from './transaction.ts';

/** A finished contest of the player, cancelled bets left out. */
export interface ContestEntry {
  kind: 'contest';
  playerId: bigint;
  contestId: bigint;
  betCount: number;
  betAmount: Paise;
  winAmount: Paise;
  settledAt: Date;
}

/** An approved deposit or withdrawal. */
export interface TransactionEntry {
  kind: 'transaction';
  transaction: WalletTransaction;
}

/** A payout that the bank sent back. */
export interface ReturnEntry {
  kind: 'return';
  payout: WalletTransaction;
  returnedAt: Date;
}

/** A correction of the balance by an admin. */
export interface CorrectionEntry {
  kind: 'correction';
  correction: BalanceCorrection;
}

export type WalletHistoryEntry = ContestEntry | TransactionEntry | ReturnEntry | CorrectionEntry;

/** Sort key of an entry: by time, then by kind, then by id. */
export interface HistoryKey {
  at: Date;
  rank: number;
  id: bigint;
}

/** Order of entries of one instant: the last comes first. */
export const historyRanks = { transaction: 0, contest: 1, correction: 2, return: 3 } as const;

interface HistoryRow extends HistoryKey {
  betCount: number | null;
  betAmount: Paise | null;
  winAmount: Paise | null;
}

/** The key with which the page after this entry begins. */
export function historyKey(entry: WalletHistoryEntry): HistoryKey {
  const rank = historyRanks[entry.kind];
  if (entry.kind === 'contest') return { at: entry.settledAt, rank, id: entry.contestId };
  if (entry.kind === 'return') return { at: entry.returnedAt, rank, id: entry.payout.id };
  if (entry.kind === 'correction') return { at: entry.correction.createdAt, rank, id: entry.correction.id };
  const { decidedAt, updatedAt, id } = entry.transaction;
  return { at: decidedAt ?? updatedAt, rank, id };
}

/** The player's finished contests, approved deposits, paid withdrawals and their returns, and corrections, newest first. */
export async function walletHistory(ctx: Context, page: PageRequest<HistoryKey>): Promise<Page<WalletHistoryEntry>> {
  const playerId = requirePlayer(ctx, 'wallet:readOwn');
  const sources = [contests, ...payments, corrections];
  const rows = await read(ctx, page, (window) => sources.map((source) => source(playerId, window)));
  return toPage(await entriesOf(ctx, playerId, rows), page);
}

/** The same without corrections, for which the old API has no entry. */
export async function roundsAndPayments(
  ctx: Context,
  page: PageRequest<HistoryKey>,
): Promise<Page<ContestEntry | TransactionEntry | ReturnEntry>> {
  const playerId = requirePlayer(ctx, 'wallet:readOwn');
  const rows = await read(ctx, page, (window) => [contests, ...payments].map((source) => source(playerId, window)));
  return toPage((await entriesOf(ctx, playerId, rows)) as (ContestEntry | TransactionEntry | ReturnEntry)[], page);
}

async function entriesOf(ctx: Context, playerId: bigint, rows: readonly HistoryRow[]): Promise<WalletHistoryEntry[]> {
  const idsOf = (kind: keyof typeof historyRanks) =>
    rows.filter(({ rank }) => rank === historyRanks[kind]).map(({ id }) => id);
  const [moved, made] = await Promise.all([
    transactionsById(ctx, [...new Set([...idsOf('transaction'), ...idsOf('return')])]),
    correctionsById(ctx, idsOf('correction')),
  ]);
  const paymentOf = new Map(moved.map((transaction) => [transaction?.id, transaction]));
  const correctionOf = new Map(made.map((correction) => [correction?.id, correction]));
  return rows.map((row): WalletHistoryEntry => {
    const payout = row.rank === historyRanks.return ? paymentOf.get(row.id) : undefined;
    if (payout) return { kind: 'return', payout, returnedAt: row.at };
    const transaction = row.rank === historyRanks.transaction ? paymentOf.get(row.id) : undefined;
    if (transaction) return { kind: 'transaction', transaction };
    const correction = row.rank === historyRanks.correction ? correctionOf.get(row.id) : undefined;
    return correction ? { kind: 'correction', correction } : contestEntry(playerId, row);
  });
}

/** The player's finished contests alone, newest first. */
export async function contestResults(ctx: Context, page: PageRequest<HistoryKey>): Promise<Page<ContestEntry>> {
  const playerId = requirePlayer(ctx, 'wallet:readOwn');
  const rows = await read(ctx, page, (window) => [contests(playerId, window)]);
  return toPage(
    rows.map((row) => contestEntry(playerId, row)),
    page,
  );
}

/** The player's results in these contests, in their order; null where the contest isn't settled or they had no bet. */
export async function contestResultsById(
  ctx: Context,
  contestIds: readonly bigint[],
): Promise<(ContestEntry | null)[]> {
  const playerId = requirePlayer(ctx, 'wallet:readOwn');
  const rows = await ctx.db
    .select({ result: results })
    .from(results)
    .innerJoin(rounds, and(eq(rounds.id, results.contestId), eq(rounds.state, 'SETTLED')))
    .where(and(inArray(results.contestId, [...contestIds]), eq(results.playerId, playerId)));
  const entries = rows.map(({ result }) => ({ kind: 'contest' as const, ...result }));
  return inOrderBy(contestIds, entries, ({ contestId }) => contestId);
}

/** Parameters with which each source returns its nearest rows. */
interface Window {
  within(at: SQL, rank: number, id: SQL): SQL;
  direction: SQL;
  limit: number;
}

/** Each source returns its nearest rows by an index of its own; together they are cut to the page. */
function read(
  { db }: Context,
  { limit, after, before, fromEnd = false }: PageRequest<HistoryKey>,
  sources: (window: Window) => SQL[],
): Promise<HistoryRow[]> {
  const window: Window = {
    within: (at, rank, id) => sql`${beyond(after, 'older', at, rank, id)} and ${beyond(before, 'newer', at, rank, id)}`,
    direction: fromEnd ? sql`asc` : sql`desc`,
    limit: limit + 1,
  };
  const arms = sources(window).map((source) => sql`(${source})`);
  const { direction } = window;
  return rawQuery<HistoryRow>(
    db,
    sql`select * from (${sql.join(arms, sql` union all `)}) entries
         order by at ${direction}, rank ${direction}, id ${direction} limit ${window.limit}`,
  );
}

function contests(playerId: bigint, { within, direction, limit }: Window): SQL {
  return sql`
    select r.settled_at as at, 1 as rank, r.contest_id as id,
           r.bet_count as "betCount", r.bet_amount as "betAmount", r.win_amount as "winAmount"
      from contest_results r join contests c on c.id = r.contest_id and c.state = 'SETTLED'
     where r.player_id = ${playerId} and ${within(sql`r.settled_at`, 1, sql`r.contest_id`)}
     order by r.settled_at ${direction}, r.contest_id ${direction} limit ${limit}`;
}

function transactions(playerId: bigint, { within, direction, limit }: Window): SQL {
  return sql`
    select decided_at, 0, id, null, null, null
      from wallet_transactions
     where player_id = ${playerId} and status = 'success' and ${within(sql`decided_at`, 0, sql`id`)}
     order by decided_at ${direction}, id ${direction} limit ${limit}`;
}

/** Those that came back are left out by the index of the others. */
function returnedPayouts(playerId: bigint, { within, direction, limit }: Window): SQL {
  return sql`
    select decided_at, 0, id, null, null, null
      from wallet_transactions
     where player_id = ${playerId} and returned_at is not null and ${within(sql`decided_at`, 0, sql`id`)}
     order by decided_at ${direction}, id ${direction} limit ${limit}`;
}

function returns(playerId: bigint, { within, direction, limit }: Window): SQL {
  const rank = historyRanks.return;
  return sql`
    select returned_at, ${sql.raw(String(rank))}, id, null, null, null
      from wallet_transactions
     where player_id = ${playerId} and returned_at is not null and ${within(sql`returned_at`, rank, sql`id`)}
     order by returned_at ${direction}, id ${direction} limit ${limit}`;
}

/** Everything that deposits and withdrawals have moved. */
const payments = [transactions, returnedPayouts, returns];

function corrections(playerId: bigint, { within, direction, limit }: Window): SQL {
  const rank = historyRanks.correction;
  return sql`
    select created_at, ${sql.raw(String(rank))}, id, null, null, null
      from balance_corrections
     where player_id = ${playerId} and ${within(sql`created_at`, rank, sql`id`)}
     order by created_at ${direction}, id ${direction} limit ${limit}`;
}

/**
 * Whether a row of one source is on that side of `key`. Its rank is constant, so that the source's own index can be
 * used.
 */
function beyond(key: HistoryKey | undefined, side: 'older' | 'newer', at: SQL, rank: number, id: SQL): SQL {
  if (key === undefined) return sql`true`;
  const keyAt = sql`${key.at.toISOString()}::timestamptz`;
  const [strictly, orSame, tied] =
    side === 'older' ? [sql`<`, sql`<=`, rank < key.rank] : [sql`>`, sql`>=`, rank > key.rank];
  if (rank === key.rank) return sql`(${at}, ${id}) ${strictly} (${keyAt}, ${key.id}::bigint)`;
  return sql`${at} ${tied ? orSame : strictly} ${keyAt}`;
}

function contestEntry(playerId: bigint, { id, at, betCount, betAmount, winAmount }: HistoryRow): ContestEntry {
  if (betCount === null || betAmount === null || winAmount === null) throw new Error(`contest ${id} has no result`);
  return { kind: 'contest', playerId, contestId: id, betCount, betAmount, winAmount, settledAt: at };
}
