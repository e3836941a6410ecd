import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { paise } from '../ground/values/money.ts';
import type { AsideKind } from './statementLines.ts';

/** What a day's lines that were set aside as one kind make. */
export interface AsideSum {
  /** Null: from before there were kinds. */
  kind: AsideKind | null;
  count: number;
  moneyIn: Paise;
  moneyOut: Paise;
}

/** A day of a payee, by the statement and by the ledger (server/domain/statements/README.md#bank-statements). */
export interface StatementDay {
  payeeId: bigint;
  /** `YYYY-MM-DD`. */
  day: string;
  opening: Paise;
  moneyIn: Paise;
  moneyOut: Paise;
  closing: Paise;
  ledgerOpening: Paise;
  ledgerIn: Paise;
  ledgerOut: Paise;
  setAside: Paise;
  /** What `setAside` is made of, by kind. */
  asideSums: AsideSum[];
  ledgerClosing: Paise;
  /** closing - ledgerClosing. */
  drift: Paise;
  /** Lines that are proposed or unmatched, and matched ones whose deposit isn't decided. */
  openLines: number;
  waitingLines: number;
  reason: string | null;
  /** Null while the day is open. */
  closedBy: bigint | null;
  closedAt: Date | null;
}

const MAX_OPEN = 10;
const MAX_CLOSED = 30;

/** Days with lines: the oldest ten that are open, then the latest 30 that are closed. */
export async function listStatementDays(ctx: Context, { payeeId }: { payeeId: bigint }): Promise<StatementDay[]> {
  authorize(ctx, 'statement:read');
  const open = await rawQuery<{ day: string }>(
    ctx.db,
    sql`select distinct day::text as day from statement_lines
         where payee_id = ${payeeId}
           and day > coalesce((select max(day) from statement_days where payee_id = ${payeeId}), '-infinity')
         order by 1 limit ${MAX_OPEN}`,
  );
  const days: StatementDay[] = [];
  for (const { day } of open) days.push(await figuresOf(ctx.db, payeeId, day));
  days.push(...(await closedDays(ctx.db, payeeId)));
  return withAsideSums(ctx.db, payeeId, days);
}

/** The days with the sums of their lines set aside, by kind. */
async function withAsideSums(db: Queryable, payeeId: bigint, days: readonly StatementDay[]): Promise<StatementDay[]> {
  if (days.length === 0) return [];
  const sums = await rawQuery<AsideSum & { day: string }>(
    db,
    sql`select l.day::text as day, l.aside_kind as kind, count(*)::int as count,
               coalesce(sum(amount) filter (where direction = 'credit'), 0)::bigint as "moneyIn",
               coalesce(sum(amount) filter (where direction = 'debit'), 0)::bigint as "moneyOut"
          from statement_lines l
         where l.payee_id = ${payeeId} and l.state = 'set_aside'
           and l.day = any(${sql.param(days.map(({ day }) => day))}::date[])
         group by l.day, l.aside_kind order by l.day, l.aside_kind nulls last`,
  );
  return days.map((one) => ({ ...one, asideSums: sums.filter(({ day }) => day === one.day) }));
}

interface Figures {
  opening: bigint;
  money_in: bigint;
  money_out: bigint;
  closing: bigint;
  ledger_opening: bigint;
  ledger_in: bigint;
  ledger_out: bigint;
  set_aside: bigint;
  open_lines: number;
  waiting_lines: number;
}

/** The figures of a day that is open, as they are now. */
export async function openDay(db: Queryable, payeeId: bigint, day: string): Promise<StatementDay> {
  const [figures] = await withAsideSums(db, payeeId, [await figuresOf(db, payeeId, day)]);
  if (figures === undefined) throw new Error('a day has no figures');
  return figures;
}

async function figuresOf(db: Queryable, payeeId: bigint, day: string): Promise<StatementDay> {
  const [figures] = await rawQuery<Figures>(
    db,
    sql`select opening, money_in, money_out, closing, ledger_opening, ledger_in, ledger_out, set_aside, open_lines, waiting_lines
          from statement_day_figures(${payeeId}, ${day}::date)`,
  );
  if (figures === undefined) throw new Error('a day has no figures');
  const ledgerClosing = figures.ledger_opening + figures.ledger_in - figures.ledger_out + figures.set_aside;
  return {
    payeeId,
    day,
    opening: paise(figures.opening),
    moneyIn: paise(figures.money_in),
    moneyOut: paise(figures.money_out),
    closing: paise(figures.closing),
    ledgerOpening: paise(figures.ledger_opening),
    ledgerIn: paise(figures.ledger_in),
    ledgerOut: paise(figures.ledger_out),
    setAside: paise(figures.set_aside),
    asideSums: [],
    ledgerClosing: paise(ledgerClosing),
    drift: paise(figures.closing - ledgerClosing),
    openLines: figures.open_lines,
    waitingLines: figures.waiting_lines,
    reason: null,
    closedBy: null,
    closedAt: null,
  };
}

async function closedDays(db: Queryable, payeeId: bigint): Promise<StatementDay[]> {
  const days = await rawQuery<Omit<StatementDay, 'asideSums'>>(
    db,
    sql`select payee_id as "payeeId", day::text as day, opening, money_in as "moneyIn", money_out as "moneyOut", closing,
               ledger_opening as "ledgerOpening", ledger_in as "ledgerIn", ledger_out as "ledgerOut",
               set_aside as "setAside", ledger_closing as "ledgerClosing", drift, 0 as "openLines", 0 as "waitingLines",
               reason, closed_by as "closedBy", closed_at as "closedAt"
          from statement_days where payee_id = ${payeeId} order by statement_days.day desc limit ${MAX_CLOSED}`,
  );
  return days.map((day) => ({ ...day, asideSums: [] }));
}
