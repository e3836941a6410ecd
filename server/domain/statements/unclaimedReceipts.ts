import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { statementLines } from '../../../db/schema/statements.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { dayOf } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { StatementLine } from './statementLines.ts';

/** Receipts that came in between so many days ago, both included. */
export interface UnclaimedAge {
  fromDays: number;
  /** Null: and earlier. */
  toDays: number | null;
  count: number;
  sum: Paise;
}

/** Money in that was set aside as unclaimed and not credited to a player yet, of all accounts. */
export interface UnclaimedReceipts {
  count: number;
  sum: Paise;
  ages: UnclaimedAge[];
}

const AGES: readonly (readonly [fromDays: number, toDays: number | null])[] = [
  [0, 7],
  [8, 30],
  [31, 90],
  [91, null],
];

const DAY_MS = 86_400_000;

/** Whole days since the bank booked a line, in India. */
export function daysSince(day: string, now: Date): number {
  return Math.max(0, Math.round((Date.parse(dayOf(now)) - Date.parse(day)) / DAY_MS));
}

const isUnclaimed = sql`${statementLines.asideKind} = 'unclaimed' and is_unclaimed(statement_lines)`;

/** Count, sum and ages of the unclaimed receipts. For those who may read statements. */
export async function unclaimedReceipts(ctx: Context): Promise<UnclaimedReceipts> {
  authorize(ctx, 'statement:read');
  const rows = await rawQuery<{ day: string; count: number; sum: Paise }>(
    ctx.db,
    sql`select day::text as day, count(*)::int as count, sum(amount)::bigint as sum
          from statement_lines where ${isUnclaimed} group by statement_lines.day`,
  );
  const ages = AGES.map(([fromDays, toDays]) => {
    const within = rows.filter(({ day }) => {
      const days = daysSince(day, ctx.now);
      return days >= fromDays && (toDays === null || days <= toDays);
    });
    return { fromDays, toDays, ...total(within) };
  });
  return { ...total(ages), ages };
}

function total(parts: readonly { count: number; sum: Paise }[]): { count: number; sum: Paise } {
  return {
    count: parts.reduce((all, { count }) => all + count, 0),
    sum: parts.reduce((all, { sum }) => all + sum, 0n) as Paise,
  };
}

/** The unclaimed receipts of all accounts, the oldest first. For those who may read statements. */
export async function listUnclaimedReceipts(ctx: Context, page: PageRequest): Promise<Page<StatementLine>> {
  authorize(ctx, 'statement:read');
  const { limit, after, before, fromEnd = false } = page;
  const place = (id: bigint) => sql`(select o.day, o.id from statement_lines o where o.id = ${id})`;
  const own = sql`(${statementLines.day}, ${statementLines.id})`;
  const order = fromEnd ? desc : asc;
  const rows = await ctx.db
    .select()
    .from(statementLines)
    .where(
      and(
        isUnclaimed,
        after === undefined ? undefined : sql`${own} > ${place(after)}`,
        before === undefined ? undefined : sql`${own} < ${place(before)}`,
      ),
    )
    .orderBy(order(statementLines.day), order(statementLines.id))
    .limit(limit + 1);
  return toPage(rows, page);
}

/** Whether a line is an unclaimed receipt. Without authorization. */
export async function isUnclaimedReceipt(db: Queryable, lineId: bigint): Promise<boolean> {
  return (await db.$count(statementLines, and(eq(statementLines.id, lineId), isUnclaimed))) > 0;
}
