import { and, desc, eq, gt, gte, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { auditLog } from '../../../db/schema/settings.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { AuditAction } from '../ground/verbs/auditActions.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { readSearch } from '../ground/values/typedText.ts';

/** A row of the log. */
export type AuditEntry = typeof auditLog.$inferSelect;

export interface AuditFilter {
  action?: AuditAction | undefined;
  /** Part of the name or email of the admin who acted, or the complete UID. */
  actor?: string | undefined;
  /** Part of the name of the subject: of a UID, a game id, a UPI id, a reference, … */
  subject?: string | undefined;
  /** From this instant (inclusive). */
  from?: Date | undefined;
  /** Before this instant. */
  to?: Date | undefined;
}

/**
 * The audit log, newest first, for admins. Sign-ins of players, which are frequent, only when the filter has an action
 * or a subject.
 */
export async function listAudit(ctx: Context, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> {
  authorize(ctx, 'audit:read');
  const { where, orderBy, limit } = pageById(auditLog.id, page);
  const rows = await reportRead(ctx, async (report) =>
    report.db
      .select()
      .from(auditLog)
      .where(and(where, matching(report, filter)))
      .orderBy(orderBy)
      .limit(limit),
  );
  return toPage(rows, page);
}

/** Rows of the log in the order of `ids`, for those who may read it; null where there is none. */
export async function auditEntriesById(ctx: Context, ids: readonly bigint[]): Promise<(AuditEntry | null)[]> {
  authorize(ctx, 'audit:read');
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, [...ids]));
  return inOrderOf(ids, rows);
}

/** What this admin did last: at most so many rows, newest first, for those who may read the log. */
export async function latestActionsOf(ctx: Context, actorId: bigint, limit: number): Promise<AuditEntry[]> {
  authorize(ctx, 'audit:read');
  return ctx.db.select().from(auditLog).where(eq(auditLog.actorId, actorId)).orderBy(desc(auditLog.id)).limit(limit);
}

/** Rows that one call of `auditChain` returns at most. */
const MAX_CHAIN = 500;

/**
 * The complete log, oldest first, after the row with that number, to recompute its hashes; for those who may read the
 * log. Refuses INVALID_INPUT for a limit outside 1-500.
 */
export async function auditChain(
  ctx: Context,
  { after, limit }: { after: bigint; limit: number },
): Promise<AuditEntry[]> {
  authorize(ctx, 'audit:read');
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_CHAIN) {
    throw invalidInput('first', `first must be from 1 to ${MAX_CHAIN}`);
  }
  return ctx.db.select().from(auditLog).where(gt(auditLog.id, after)).orderBy(auditLog.id).limit(limit);
}

/** So many newer rows are counted at most. */
const MAX_NEWER = 100;

/** How many rows have been added since row `than` that match the filter, up to 100, for admins. */
export async function countNewer(ctx: Context, filter: AuditFilter, than: bigint): Promise<number> {
  authorize(ctx, 'audit:read');
  const newer = await reportRead(ctx, async (report) =>
    report.db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(gt(auditLog.id, than), matching(report, filter)))
      .limit(MAX_NEWER),
  );
  return newer.length;
}

function matching(ctx: Context, { action, actor, subject, from, to }: AuditFilter): SQL | undefined {
  return and(
    action || subject ? undefined : notPlayersSignIn(ctx),
    action && eq(auditLog.action, action),
    actor ? inArray(auditLog.actorId, adminsNamed(ctx, readSearch(actor).toLowerCase())) : undefined,
    subject ? sql`position(${readSearch(subject).toLowerCase()} in lower(${auditLog.subject})) > 0` : undefined,
    from && gte(auditLog.at, from),
    to && lt(auditLog.at, to),
  );
}

function notPlayersSignIn({ db }: Context): SQL | undefined {
  const admins = db.select({ id: users.id }).from(users).where(eq(users.userType, 'admin'));
  return or(ne(auditLog.action, 'session:open' satisfies AuditAction), inArray(auditLog.actorId, admins));
}

/** There are few admins, so comparing all their names is cheap. */
function adminsNamed({ db }: Context, text: string) {
  const named = or(
    sql`position(${text} in ${users.email}) > 0`,
    sql`position(${text} in lower(${users.name})) > 0`,
    eq(users.uid, text),
  );
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.userType, 'admin'), named));
}
