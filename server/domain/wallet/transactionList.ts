import { and, asc, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';
import { tickets } from '../../../db/schema/support.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type ListOrder, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { handedTo } from '../ground/actors/handedTickets.ts';
import { allows, authorize, requirePlayer } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { visibleTo } from './payoutAccount.ts';
import type { WalletTransaction } from './transaction.ts';
import { adminCondition, matching, type AdminTransactionFilter, type TransactionFilter } from './transactionFilter.ts';

/** By when they were requested, or by amount. */
export type TransactionOrder = ListOrder | 'largestFirst' | 'smallestFirst';

/** The player's own requests, newest first. */
export function listOwnTransactions(
  ctx: Context,
  filter: TransactionFilter,
  page: PageRequest,
): Promise<Page<WalletTransaction>> {
  const playerId = requirePlayer(ctx, 'transaction:readOwn');
  return read(ctx, and(eq(walletTransactions.playerId, playerId), matching(filter)), page);
}

/**
 * All requests, for admins: newest first by default. Those of one player also for admins who may not read all, who see
 * payout accounts shortened; and for those who have a ticket of the player.
 */
export async function listTransactions(
  ctx: Context,
  filter: AdminTransactionFilter,
  page: PageRequest,
  order?: TransactionOrder,
): Promise<Page<WalletTransaction>> {
  const { playerId } = filter;
  if (playerId === undefined) authorize(ctx, 'transaction:readAll');
  const readable = playerId === undefined ? undefined : readableOfPlayers(ctx);
  if (playerId !== undefined) await recordReading(ctx, playerId, 'money');
  const list = async (from: Context) => read(from, and(await adminCondition(from, filter), readable), page, order);
  // The queues of what waits and what is to be paid are worked on: it is always the primary's.
  return filter.status === 'pending' || filter.status === 'approved'
    ? list(ctx)
    : reportRead(ctx, list, { after: ['transactionChanged', 'transactionClaimed'] });
}

/** The player's own withdrawals that wait or are being paid, newest first. */
export async function pendingWithdrawals(ctx: Context): Promise<WalletTransaction[]> {
  const filter = { status: ['pending', 'approved'], transactionType: 'debit' } as const;
  const { rows } = await listOwnTransactions(ctx, filter, { limit: 1_000 });
  return rows;
}

/** Number of pending requests, for admins. */
export function pendingTransactionCount(ctx: Context): Promise<number> {
  authorize(ctx, 'transaction:readAll');
  return ctx.db.$count(walletTransactions, eq(walletTransactions.status, 'pending'));
}

/** Requests in the order of `ids`: players see their own, admins all, as `listTransactions` does; null for the rest. */
export async function transactionsById(ctx: Context, ids: readonly bigint[]): Promise<(WalletTransaction | null)[]> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous' || ids.length === 0) return ids.map(() => null);
  const own = actor.kind === 'player' ? eq(walletTransactions.playerId, actor.userId) : undefined;
  const readable = actor.kind === 'admin' ? readableOfPlayers(ctx) : own;
  const rows = await ctx.db
    .select()
    .from(walletTransactions)
    .where(and(inArray(walletTransactions.id, [...ids]), readable));
  return inOrderOf(ids, rows.map(visibleTo(actor)));
}

/** Which requests an admin may read who isn't the player: all, or those of players of whom support has handed them a ticket. */
function readableOfPlayers(ctx: Context): SQL | undefined {
  if (allows(ctx.actor, 'transaction:readOfPlayer')) return undefined;
  authorize(ctx, 'ticket:readHanded');
  return inArray(
    walletTransactions.playerId,
    ctx.db.select({ playerId: tickets.playerId }).from(tickets).where(handedTo(ctx.actor)),
  );
}

/** The requests that are new or were decided from `since` on, by id: the player's own; for admins, all. */
export async function transactionsChangedSince(ctx: Context, since: Date): Promise<bigint[]> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') return [];
  if (actor.kind === 'admin') authorize(ctx, 'transaction:readAll');
  const own = actor.kind === 'player' ? eq(walletTransactions.playerId, actor.userId) : undefined;
  const rows = await ctx.db
    .select({ id: walletTransactions.id })
    .from(walletTransactions)
    .where(and(gte(walletTransactions.updatedAt, since), own))
    .orderBy(walletTransactions.updatedAt);
  return rows.map(({ id }) => id);
}

async function read(
  ctx: Context,
  condition: SQL | undefined,
  page: PageRequest,
  order: TransactionOrder = 'newestFirst',
): Promise<Page<WalletTransaction>> {
  const byId = order === 'newestFirst' || order === 'oldestFirst';
  const { where, orderBy, limit } = byId ? pageById(walletTransactions.id, page, order) : pageByAmount(page, order);
  const rows = await ctx.db
    .select()
    .from(walletTransactions)
    .where(and(condition, where))
    .orderBy(...[orderBy].flat())
    .limit(limit);
  return toPage(rows.map(visibleTo(ctx.actor)), page);
}

/** The same as `pageById` for the order of (amount, id). A page is found by the row beside it, whose amount never changes. */
function pageByAmount({ limit, after, before, fromEnd = false }: PageRequest, order: 'largestFirst' | 'smallestFirst') {
  const descending = order === 'largestFirst';
  const { amount, id } = walletTransactions;
  const than = (row: bigint, greater: boolean) =>
    sql`(${amount}, ${id}) ${sql.raw(greater ? '>' : '<')} (select beside.amount, beside.id from ${walletTransactions} beside where beside.id = ${row})`;
  const direction = descending === fromEnd ? asc : desc;
  return {
    where: and(
      after === undefined ? undefined : than(after, !descending),
      before === undefined ? undefined : than(before, descending),
    ),
    orderBy: [direction(amount), direction(id)],
    limit: limit + 1,
  };
}
