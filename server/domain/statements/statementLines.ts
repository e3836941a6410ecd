import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { statementLines } from '../../../db/schema/statements.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { allows, authorize } from '../ground/actors/permissions.ts';
import { lineSearch } from './lineSearch.ts';

export type StatementLine = typeof statementLines.$inferSelect;
export type LineState = StatementLine['state'];
/** What a line is that was set aside. */
export type AsideKind = NonNullable<StatementLine['asideKind']>;

export interface LineFilter {
  /** Left out: of every account. */
  payeeId?: bigint | undefined;
  /** As lineSearch reads it. */
  search?: string | undefined;
  state?: LineState | undefined;
  /** `YYYY-MM-DD`. */
  day?: string | undefined;
}

/** Lines in the order of their files: the oldest first, of a search the newest. */
export async function listStatementLines(
  ctx: Context,
  { payeeId, search, state, day }: LineFilter,
  page: PageRequest,
): Promise<Page<StatementLine>> {
  authorize(ctx, 'statement:read');
  const searched = lineSearch(search);
  const { where, orderBy, limit } = pageById(statementLines.id, page, searched ? 'newestFirst' : 'oldestFirst');
  const rows = await ctx.db
    .select()
    .from(statementLines)
    .where(
      and(
        payeeId === undefined ? undefined : eq(statementLines.payeeId, payeeId),
        searched,
        state && eq(statementLines.state, state),
        day === undefined ? undefined : eq(statementLines.day, day),
        where,
      ),
    )
    .orderBy(orderBy)
    .limit(limit);
  return toPage(rows, page);
}

/** Lines by id, for those who may read statements. */
export async function statementLinesById(ctx: Context, ids: readonly bigint[]): Promise<(StatementLine | null)[]> {
  if (!allows(ctx.actor, 'statement:read') || ids.length === 0) return ids.map(() => null);
  const rows = await ctx.db
    .select()
    .from(statementLines)
    .where(inArray(statementLines.id, [...ids]));
  return inOrderOf(ids, rows);
}

/** How many lines of a payee are in each state; of a day, if given. */
export async function lineCounts(
  ctx: Context,
  { payeeId, day }: Pick<LineFilter, 'day'> & { payeeId: bigint },
): Promise<Record<LineState, number>> {
  authorize(ctx, 'statement:read');
  const rows = await rawQuery<{ state: LineState; count: number }>(
    ctx.db,
    sql`select state, count(*)::int as count from statement_lines
         where payee_id = ${payeeId} and (${day ?? null}::date is null or day = ${day ?? null}::date) group by state`,
  );
  const counts = { matched: 0, proposed: 0, unmatched: 0, set_aside: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/**
 * The lines that these requests are matched with, or of which they were credited, in the order of the requests. For those who may read
 * statements.
 */
export async function linesOfTransactions(
  ctx: Context,
  transactionIds: readonly bigint[],
): Promise<(StatementLine | null)[]> {
  if (!allows(ctx.actor, 'statement:read') || transactionIds.length === 0) return transactionIds.map(() => null);
  const rows = await ctx.db
    .select({ id: walletTransactions.id, line: statementLines })
    .from(walletTransactions)
    .innerJoin(
      statementLines,
      or(
        and(eq(statementLines.transactionId, walletTransactions.id), eq(statementLines.state, 'matched')),
        eq(statementLines.id, walletTransactions.creditedLineId),
      ),
    )
    .where(inArray(walletTransactions.id, [...transactionIds]))
    // Of a payout that came back first its credit, then its own.
    .orderBy(asc(statementLines.direction));
  const lines = new Map(rows.map(({ id, line }) => [id, line]));
  return transactionIds.map((id) => lines.get(id) ?? null);
}

const MAX_CANDIDATES = 20;

/** The ids of the requests that a line could pay, the nearest in time first: of its amount, and without a line. */
export async function candidatesFor(ctx: Context, line: StatementLine): Promise<bigint[]> {
  authorize(ctx, 'statement:read');
  const { direction, amount, payeeId, day, at } = line;
  const moment = at?.toISOString() ?? `${day}T12:00:00+05:30`;
  const isFree = sql`not exists (select from statement_lines l
                                  where l.transaction_id = wallet_transactions.id and l.state = 'matched'
                                    and l.direction = wallet_transactions.transaction_type)`;
  const fitting =
    direction === 'credit'
      ? and(eq(walletTransactions.payeeId, payeeId), inArray(walletTransactions.status, ['pending', 'success']))
      : inArray(walletTransactions.status, ['success', 'returned']);
  const rows = await ctx.db
    .select({ id: walletTransactions.id })
    .from(walletTransactions)
    .where(
      and(
        eq(walletTransactions.transactionType, direction),
        eq(walletTransactions.amount, amount),
        isNull(walletTransactions.creditedLineId),
        fitting,
        isFree,
      ),
    )
    .orderBy(
      sql`abs(extract(epoch from ${walletTransactions.createdAt} - ${moment}::timestamptz))`,
      asc(walletTransactions.id),
    )
    .limit(MAX_CANDIDATES);
  return rows.map(({ id }) => id);
}

const MAX_RETURNS = 5;

/** The ids of the payouts that a credit may be the return of, the latest first: of its amount, and paid in the 30 days before. */
export async function returnsFor(ctx: Context, { direction, amount, day }: StatementLine): Promise<bigint[]> {
  authorize(ctx, 'statement:read');
  if (direction === 'debit') return [];
  const rows = await ctx.db
    .select({ id: walletTransactions.id })
    .from(walletTransactions)
    .where(
      and(
        eq(walletTransactions.transactionType, 'debit'),
        eq(walletTransactions.status, 'success'),
        eq(walletTransactions.amount, amount),
        sql`${walletTransactions.decidedAt} >= ((${day}::date - 30)::timestamp at time zone 'Asia/Kolkata')
            and ${walletTransactions.decidedAt} < ((${day}::date + 1)::timestamp at time zone 'Asia/Kolkata')`,
      ),
    )
    .orderBy(desc(walletTransactions.decidedAt))
    .limit(MAX_RETURNS);
  return rows.map(({ id }) => id);
}
