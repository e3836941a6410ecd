import { and, eq, lt, sql } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { reports } from '../../../../db/schema/settings.ts';
import { auditHeadMail } from './mailTexts.ts';
import { queueMail } from './mails.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { type AuditHead, markText, readHead } from '../../audit/head.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAIL = 'audit_head';
const LOG = 'audit_head_log';

/**
 * Reads the head of the audit log, adds it to the public log and, where mails are sent, queues it to every active admin: the
 * removal of the newest rows can only be detected with a copy of the head. With `oncePerHour` only the first server in an
 * hour logs and mails it.
 */
export async function reportAuditHead(ctx: Context, mails: 'always' | 'oncePerHour'): Promise<AuditHead> {
  authorize(ctx, 'ledger:audit');
  const { head, mailed } = await inTransaction(ctx.db, async (tx) => {
    const isDue = async (report: string) => mails === 'always' || (await isFirstThisHour(tx, ctx, report));
    const wanted = ctx.mail !== undefined && (await isDue(MAIL));
    const read = await readHead(tx);
    if (await isDue(LOG)) await tx.execute(sql`select log_audit_head()`);
    if (wanted) await mailHead(tx, ctx, read);
    return { head: read, mailed: wanted };
  });
  if (mailed) ctx.events.publish({ type: 'mailQueued' });
  ctx.log.info({ id: String(head.id), hash: head.hash.toString('hex'), count: String(head.count) }, 'audit log head');
  return head;
}

async function isFirstThisHour(tx: Tx, { now }: Context, name: string): Promise<boolean> {
  const hourStart = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const won = await tx
    .insert(reports)
    .values({ name, lastAt: now })
    .onConflictDoUpdate({ target: reports.name, set: { lastAt: now }, setWhere: lt(reports.lastAt, hourStart) })
    .returning();
  return won.length > 0;
}

async function mailHead(tx: Tx, ctx: Context, { count, ...mark }: AuditHead): Promise<void> {
  const admins = await tx
    .select()
    .from(users)
    .where(and(eq(users.userType, 'admin'), eq(users.status, 'active')))
    .orderBy(users.id);
  const facts = { mark: markText(mark), count, at: ctx.now };
  for (const admin of admins) await queueMail(tx, ctx, 'audit_head', auditHeadMail(ctx.config, admin, facts));
}
