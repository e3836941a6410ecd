import { and, eq, gte, inArray, or, type SQL } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../context.ts';
import { inOrderOf } from '../inOrder.ts';
import { pageById, toPage, type ListOrder, type Page, type PageRequest } from '../keyset.ts';
import { authorize, requirePlayer } from '../permissions.ts';
import { parseRupees } from './money.ts';
import type { WalletTransaction } from './transaction.ts';

export interface TransactionFilter {
  status?: WalletTransaction['status'] | undefined;
  transactionType?: WalletTransaction['transactionType'] | undefined;
}

export interface AdminTransactionFilter extends TransactionFilter {
  playerId?: bigint | undefined;
  /** A reference, payout account, bank's reference, UID or amount in rupees, each complete. */
  search?: string | undefined;
  order?: ListOrder | undefined;
}

/** The player's own requests, newest first. */
export function listOwnTransactions(
  ctx: Context,
  filter: TransactionFilter,
  page: PageRequest,
): Promise<Page<WalletTransaction>> {
  const playerId = requirePlayer(ctx, 'transaction:readOwn');
  return read(ctx, and(eq(walletTransactions.playerId, playerId), matching(filter)), page);
}

/** All requests, for admins: newest first by default. */
export async function listTransactions(
  ctx: Context,
  filter: AdminTransactionFilter,
  page: PageRequest,
): Promise<Page<WalletTransaction>> {
  authorize(ctx, 'transaction:readAll');
  if (filter.playerId !== undefined) await recordReading(ctx, filter.playerId, 'money');
  const player = filter.playerId === undefined ? undefined : eq(walletTransactions.playerId, filter.playerId);
  return read(ctx, and(player, matching(filter), found(ctx, filter.search)), page, filter.order);
}

/** The player's own undecided withdrawals, newest first. */
export async function pendingWithdrawals(ctx: Context): Promise<WalletTransaction[]> {
  const filter = { status: 'pending', transactionType: 'debit' } as const;
  const { rows } = await listOwnTransactions(ctx, filter, { limit: 1_000 });
  return rows;
}

/** Number of pending requests, for admins. */
export function pendingTransactionCount(ctx: Context): Promise<number> {
  authorize(ctx, 'transaction:readAll');
  return ctx.db.$count(walletTransactions, eq(walletTransactions.status, 'pending'));
}

/** Requests in the order of `ids`: players see their own, admins all; null for the rest. */
export async function transactionsById(ctx: Context, ids: readonly bigint[]): Promise<(WalletTransaction | null)[]> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous' || ids.length === 0) return ids.map(() => null);
  const own = actor.kind === 'player' ? eq(walletTransactions.playerId, actor.userId) : undefined;
  const rows = await ctx.db
    .select()
    .from(walletTransactions)
    .where(and(inArray(walletTransactions.id, [...ids]), own));
  return inOrderOf(ids, rows);
}

/** The requests that are new or were decided from `since` on, by id: the player's own; for admins, all. */
export async function transactionsChangedSince(ctx: Context, since: Date): Promise<bigint[]> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') return [];
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
  order: ListOrder = 'newestFirst',
): Promise<Page<WalletTransaction>> {
  const { where, orderBy, limit } = pageById(walletTransactions.id, page, order);
  const rows = await ctx.db
    .select()
    .from(walletTransactions)
    .where(and(condition, where))
    .orderBy(orderBy)
    .limit(limit);
  return toPage(rows, page);
}

function matching({ status, transactionType }: TransactionFilter): SQL | undefined {
  return and(
    status && eq(walletTransactions.status, status),
    transactionType && eq(walletTransactions.transactionType, transactionType),
  );
}

function found({ db }: Context, search: string | undefined): SQL | undefined {
  const text = search?.replaceAll('\0', '').trim() ?? '';
  if (text === '') return undefined;
  const amount = amountIn(text);
  const bearers = db.select({ id: users.id }).from(users).where(eq(users.uid, text));
  return or(
    eq(walletTransactions.reference, text.toUpperCase()),
    eq(walletTransactions.upiId, text),
    eq(walletTransactions.accountNumber, text),
    eq(walletTransactions.payoutReference, text),
    inArray(walletTransactions.playerId, bearers),
    amount === null ? undefined : eq(walletTransactions.amount, amount),
  );
}

/** The amount in a search text, as users write it: `₹1,500`, `1500.5`. Null when it contains none. */
function amountIn(text: string) {
  try {
    return parseRupees(text.replace(/^₹\s*/, '').replaceAll(',', ''));
  } catch {
    return null;
  }
}
