import { inTransaction } from '../../../../db/client.ts';
import { parseReason } from '../../audit/parseReason.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { requireAdmin } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { noSuchSession, recordEnd, SESSION_ENDED } from './endOwnSessions.ts';
import { endSessions, forgetSessions } from './session.ts';
import { noSuchUser } from '../status/setUserStatus.ts';
import { lockUser, type User, withoutSecret } from '../users/user.ts';

export const endMemberSessionsVerb = verb({
  name: 'endMemberSessions',
  may: 'session:endOthers',
  countsAs: 'other',
  idempotent: false,
  audit: [SESSION_ENDED],
  refusals: ['NOT_FOUND'],
});

/**
 * Ends one session of a member, or all of them, at once and on every server. Refuses with NOT_FOUND an unknown user, and
 * when no such session is live.
 */
export async function endMemberSessions(
  ctx: Context,
  input: { userId: bigint; sessionId?: bigint | undefined; reason?: string | null | undefined },
): Promise<User> {
  requireAdmin(ctx, endMemberSessionsVerb.may);
  const { userId, sessionId } = input;
  const reason = parseReason(input.reason);
  const { user, ended } = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockUser(tx, userId);
    if (locked === undefined) throw noSuchUser();
    const choice = sessionId === undefined ? { userId } : { userId, sessionId };
    const sessionIds = await endSessions(tx, ctx, choice, 'ended_by_admin');
    if (sessionIds.length === 0) throw noSuchSession();
    await recordEnd(tx, ctx, userId, sessionIds.length, reason);
    return { user: withoutSecret(locked), ended: sessionIds };
  });
  forgetSessions(ctx, ended);
  ctx.events.publish({ type: 'memberChanged', userId: String(user.id) });
  return user;
}
