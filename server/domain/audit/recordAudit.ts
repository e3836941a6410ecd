import { sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { AuditAction, AuditSubjectType } from '../ground/verbs/auditActions.ts';
import type { AuditFacts } from './facts.ts';

export interface AuditRecord {
  action: AuditAction;
  subjectType: AuditSubjectType;
  subject: string;
  /** The subject's previous state; left out where there was none. */
  before?: AuditFacts | undefined;
  /** The subject's new state; left out where there is none any more. */
  after?: AuditFacts | undefined;
  reason?: string | null | undefined;
}

/**
 * Writes one row of the audit log, in the transaction of the action. The database numbers and hash-links it
 * (link_audit_row) under a lock that is held until commit: call it last, so that admins hardly wait for each other.
 */
export async function recordAudit(tx: Tx, ctx: Pick<Context, 'actor' | 'now'>, record: AuditRecord): Promise<void> {
  const actorId = 'userId' in ctx.actor ? ctx.actor.userId : null;
  await tx.execute(sql`
    select record_audit(${actorId}, ${record.action}, ${record.subjectType}, ${record.subject},
                        ${facts(record.before)}, ${facts(record.after)}, ${record.reason ?? null}, ${ctx.now.toISOString()})`);
}

/** Canonical JSON: keys sorted, money and ids as decimal text, instants in ISO 8601. */
function facts(record: AuditFacts | undefined): string | null {
  if (record === undefined) return null;
  const entries = Object.entries(record)
    .filter(([, fact]) => fact !== undefined)
    .map(([name, fact]) => [name, typeof fact === 'bigint' ? String(fact) : fact])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries));
}
