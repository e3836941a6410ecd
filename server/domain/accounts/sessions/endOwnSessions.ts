import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { AuditAction } from '../../ground/verbs/auditActions.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { requireMember } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { endSessions, forgetSessions, type SessionChoice } from './session.ts';

/** Audit action of sessions that were ended otherwise than by logging out. */
export const SESSION_ENDED = 'session:end' satisfies AuditAction;

export const endSessionVerb = verb({
  name: 'endSession',
  may: 'session:manageOwn',
  countsAs: 'other',
  idempotent: false,
  audit: [SESSION_ENDED],
  refusals: ['NOT_FOUND'],
});

export const endOtherSessionsVerb = verb({
  name: 'endOtherSessions',
  may: 'session:manageOwn',
  countsAs: 'other',
  idempotent: false,
  audit: [SESSION_ENDED],
  refusals: [],
});

/** Ends one of the actor's own sessions at once, on every server. Refuses with NOT_FOUND one that isn't live, or theirs. */
export async function endSession(ctx: Context, { sessionId }: { sessionId: bigint }): Promise<void> {
  const userId = requireMember(ctx, endSessionVerb.may);
  const ended = await end(ctx, { userId, sessionId });
  if (ended === 0) throw noSuchSession();
}

/** Ends all of the actor's sessions but the present one. Returns how many. */
export function endOtherSessions(ctx: Context): Promise<number> {
  const userId = requireMember(ctx, endOtherSessionsVerb.may);
  if (!('sessionId' in ctx.actor)) throw new Error('a member acts in a session');
  return end(ctx, { userId, except: ctx.actor.sessionId });
}

export function noSuchSession(): DomainError {
  return new DomainError('NOT_FOUND', 'This session has ended already.', { field: 'sessionId' });
}

async function end(ctx: Context, which: SessionChoice & { userId: bigint }): Promise<number> {
  const ended = await inTransaction(ctx.db, async (tx) => {
    const sessionIds = await endSessions(tx, ctx, which, 'ended_by_user');
    // Players' are not in the log, as their log-outs are not.
    if (ctx.actor.kind === 'admin' && sessionIds.length > 0) await recordEnd(tx, ctx, which.userId, sessionIds.length);
    return sessionIds;
  });
  forgetSessions(ctx, ended);
  return ended.length;
}

/** The row of the audit log, with how many sessions ended. */
export async function recordEnd(
  tx: Tx,
  ctx: Context,
  userId: bigint,
  count: number,
  reason: string | null = null,
): Promise<void> {
  const [user] = await tx.select({ uid: users.uid }).from(users).where(eq(users.id, userId));
  if (user === undefined) throw new Error(`user ${userId} vanished`);
  await recordAudit(tx, ctx, {
    action: SESSION_ENDED,
    subjectType: 'user',
    subject: user.uid,
    after: { sessions: count },
    reason,
  });
}
