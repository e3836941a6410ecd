import { sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Queryable } from '../../../db/client.ts';
import { parseReason, requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { dayOf, isDay } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { payeeSubject } from '../settings/payees.ts';
import { verb } from '../ground/verbs/verb.ts';
import { formatRupees } from '../ground/values/money.ts';
import { openDay, type StatementDay } from './statementDays.ts';
import { lastClosedDay, lockStatements, payeeOf } from './statementPayee.ts';

export const closeStatementDayVerb = verb({
  name: 'closeStatementDay',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['statement:close'],
  refusals: ['NOT_FOUND'],
});

/**
 * Closes a day of a payee for good: neither its lines nor its figures change afterwards. Refuses with NOT_FOUND an unknown
 * payee, with INVALID_INPUT a day that isn't over, days before it that are open, lines that are open or whose deposit isn't
 * decided, and a drift without a reason of at least 10 characters.
 */
export async function closeStatementDay(
  ctx: Context,
  input: { payeeId: bigint; day: string; reason?: string | undefined },
): Promise<StatementDay> {
  const adminId = requireAdmin(ctx, closeStatementDayVerb.may);
  const { payeeId, day } = input;
  const payee = await payeeOf(ctx.db, payeeId);
  if (!isDay(day)) throw invalidInput('day', 'day must be a day');
  return inTransaction(ctx.db, async (tx) => {
    await lockStatements(tx, payeeId);
    await refuseOutOfTurn(tx, payeeId, day, ctx.now);
    const figures = await openDay(tx, payeeId, day);
    refuseOpen(figures);
    const reason = figures.drift === 0n ? parseReason(input.reason) : requireReason(input.reason ?? '');
    const at = ctx.now.toISOString();
    await tx.execute(
      sql`select close_statement_day(${payeeId}, ${day}::date, ${adminId}, ${reason}, ${at}::timestamptz)`,
    );
    const money = {
      opening: figures.opening,
      moneyIn: figures.moneyIn,
      moneyOut: figures.moneyOut,
      closing: figures.closing,
      ledgerClosing: figures.ledgerClosing,
      setAside: figures.setAside,
      drift: figures.drift,
    };
    const texts = Object.entries(money).map(([name, value]) => [name, formatRupees(value)]);
    await recordAudit(tx, ctx, {
      action: closeStatementDayVerb.audit[0],
      subjectType: 'statement',
      subject: payeeSubject(payee),
      after: { day, ...(Object.fromEntries(texts) as Record<keyof typeof money, string>) },
      reason,
    });
    return { ...figures, reason, closedBy: adminId, closedAt: ctx.now };
  });
}

async function refuseOutOfTurn(db: Queryable, payeeId: bigint, day: string, now: Date): Promise<void> {
  if (day >= dayOf(now)) throw invalidInput('day', 'The day is not over.');
  const closed = await lastClosedDay(db, payeeId);
  if (closed !== null && day <= closed) throw invalidInput('day', 'The day is closed already.');
  const [earlier] = await rawQuery<{ day: string }>(
    db,
    sql`select min(day)::text as day from statement_lines
         where payee_id = ${payeeId} and day < ${day}::date and day > coalesce(${closed}::date, '-infinity')
        having count(*) > 0`,
  );
  if (earlier) throw invalidInput('day', `${earlier.day} has to be closed first.`);
}

function refuseOpen({ openLines, waitingLines }: StatementDay): void {
  if (openLines > 0) throw invalidInput('day', `${openLines} lines of the day are neither matched nor set aside.`);
  if (waitingLines > 0) throw invalidInput('day', `${waitingLines} matched deposits of the day are not decided.`);
}
