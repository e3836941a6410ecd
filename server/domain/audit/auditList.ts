import { and, eq, gte, inArray, lt, type SQL } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { auditLog } from '../../../db/schema/settings.ts';
import type { Context } from '../context.ts';
import { pageById, toPage, type Page, type PageRequest } from '../keyset.ts';
import { authorize } from '../permissions.ts';

/** One admin action, as it was written. */
export type AuditEntry = typeof auditLog.$inferSelect;

export interface AuditFilter {
  action?: string | undefined;
  /** The UID of the admin who did it. */
  actorUid?: string | undefined;
  /** The name of what was acted on, as a whole: a UID, a game id, a UPI id, a reference, … */
  subject?: string | undefined;
  /** From this instant on. */
  from?: Date | undefined;
  /** Before this instant. */
  to?: Date | undefined;
}

/** The audit log, newest first, for admins. */
export async function listAudit(ctx: Context, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> {
  authorize(ctx, 'audit:read');
  const { where, orderBy, limit } = pageById(auditLog.id, page);
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(and(where, matching(ctx, filter)))
    .orderBy(orderBy)
    .limit(limit);
  return toPage(rows, page);
}

function matching({ db }: Context, { action, actorUid, subject, from, to }: AuditFilter): SQL | undefined {
  const actors =
    actorUid &&
    db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.uid, plain(actorUid)));
  return and(
    action ? eq(auditLog.action, plain(action)) : undefined,
    actors ? inArray(auditLog.actorId, actors) : undefined,
    subject ? eq(auditLog.subject, plain(subject)) : undefined,
    from && gte(auditLog.at, from),
    to && lt(auditLog.at, to),
  );
}

/** Postgres holds no NUL. */
function plain(text: string): string {
  return text.replaceAll('\0', '').trim();
}
