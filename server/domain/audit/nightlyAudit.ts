import { desc, eq, sql, type SQL } from 'drizzle-orm';
import type { ArchivedMonth } from '../../../db/backup/monthFiles.ts';
import { inTransaction, rawQuery, type Db } from '../../../db/client.ts';
import { bookAudits } from '../../../db/schema/settings.ts';
import { startOf } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { auditBooks, type CheckResult } from './auditBooks.ts';
import { type AuditHead, type AuditMark, readHead } from './head.ts';

const HOUR_MS = 3_600_000;
const NIGHT_MS = 3 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
/** A run without an end for so long was left behind by a server that crashed. */
const ABANDONED_MS = 4 * HOUR_MS;
const MAX_FAILURE = 500;

/** The latest 03:00 in India at or before an instant. Milliseconds. */
export function lastNight(now: number): number {
  return startOf('day', now - NIGHT_MS) + NIGHT_MS;
}

/** The next 03:00 in India after an instant. */
export function nextNight(now: number): number {
  return lastNight(now) + DAY_MS;
}

/**
 * Audits the books for the last night, unless a server has done so or is doing so, and stores the result. A night that
 * was missed is made up for; a database without any audit waits for its first night. A failure, such as a
 * timeout, is stored and thrown, and the next call tries again. `auditDb`: the same database, whose statements may take as
 * long as an audit does. What may wait for a lock is done on it, so that nothing else waits for a connection meanwhile.
 */
export async function auditNight(ctx: Context, auditDb: Db): Promise<void> {
  authorize(ctx, 'ledger:audit');
  const dueAt = new Date(lastNight(ctx.now.getTime()));
  if (!(await isMissing(ctx, dueAt))) return;
  const auditing = { ...ctx, db: auditDb };
  if (!(await claim(auditing, dueAt))) return;
  const store = (result: Partial<typeof bookAudits.$inferInsert>) =>
    auditDb.update(bookAudits).set(result).where(eq(bookAudits.dueAt, dueAt));
  try {
    const checks = await auditBooks(auditing);
    await store({ finishedAt: new Date(ctx.clock.now()), failure: null, checks });
  } catch (error) {
    await store({ failure: String(error instanceof Error ? error.message : error).slice(0, MAX_FAILURE) });
    throw error;
  }
}

/**
 * Audits the books as auditBooks does, and stores the result beside those of the nights: whoever asks for the last audit finds
 * the newest of both. As the owner.
 */
export async function auditByHand(
  ctx: Context,
  since?: AuditMark,
  archives: readonly ArchivedMonth[] = [],
): Promise<CheckResult[]> {
  const startedAt = new Date(ctx.clock.now());
  const checks = await auditBooks(ctx, since, archives);
  await ctx.db
    .insert(bookAudits)
    .values({ dueAt: startedAt, startedAt, finishedAt: new Date(ctx.clock.now()), checks })
    .onConflictDoNothing();
  return checks;
}

/** Whether this night's audit is neither finished nor under way. A database without any audit waits for its first night. */
async function isMissing({ db, now }: Context, dueAt: Date): Promise<boolean> {
  const [audits] = await rawQuery<{ exist: boolean; taken: boolean }>(
    db,
    sql`
      select exists (select from book_audits where due_at <= ${dueAt.toISOString()}) as exist,
             exists (select from book_audits a where a.due_at = ${dueAt.toISOString()} and not (${hasFailed(now)})) as taken`,
  );
  if (audits === undefined || audits.taken) return false;
  return audits.exist || now.getTime() - dueAt.getTime() < HOUR_MS;
}

/** Whether this call is the one that runs the audit of this night. */
async function claim({ db, now }: Context, dueAt: Date): Promise<boolean> {
  const claimed = await rawQuery(
    db,
    sql`
      insert into book_audits as a (due_at, started_at) values (${dueAt.toISOString()}, ${now.toISOString()})
      on conflict (due_at) do update set started_at = excluded.started_at, failure = null where ${hasFailed(now)}
      returning due_at`,
  );
  return claimed.length > 0;
}

/** Whether the run of `book_audits a` failed, or was left behind by a server that crashed. */
function hasFailed(now: Date): SQL {
  const abandoned = new Date(now.getTime() - ABANDONED_MS);
  return sql`a.finished_at is null and (a.failure is not null or a.started_at < ${abandoned.toISOString()})`;
}

/** The audit of a night, as stored. */
export type BookAudit = typeof bookAudits.$inferSelect;

/** The latest nightly audit, for admins; null before the first. */
export async function latestAudit(ctx: Context): Promise<BookAudit | null> {
  authorize(ctx, 'stats:read');
  const [row] = await ctx.db.select().from(bookAudits).orderBy(desc(bookAudits.dueAt)).limit(1);
  return row ?? null;
}

/** The newest row of the audit log, for admins. */
export function auditLogHead(ctx: Context): Promise<AuditHead> {
  authorize(ctx, 'stats:read');
  return inTransaction(ctx.db, readHead);
}
