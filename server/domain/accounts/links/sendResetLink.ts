import { inTransaction } from '../../../../db/client.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { invalidInput } from '../../ground/refusals/errors.ts';
import { authorize, requireAdmin } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { mailResetLink } from './mailResetLink.ts';
import { noSuchUser } from '../status/setUserStatus.ts';
import { lockUser } from '../users/user.ts';

export const sendResetLinkVerb = verb({
  name: 'sendResetLink',
  may: 'member:sendResetLink',
  countsAs: 'other',
  idempotent: false,
  audit: ['member:sendResetLink'],
  refusals: ['NOT_FOUND'],
});

/**
 * Mails somebody the link with which they reset their own password, valid for 30 minutes and once; the admin never sees
 * it. At most 3 go to one recipient in 15 minutes. Refuses with NOT_FOUND an unknown user, with INVALID_INPUT a
 * deactivated account, with FORBIDDEN the account of another admin to those who may not.
 */
export async function sendResetLink(ctx: Context, { userId }: { userId: bigint }): Promise<void> {
  requireAdmin(ctx, sendResetLinkVerb.may);
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw noSuchUser();
    if (user.userType === 'admin') authorize(ctx, 'admin:sendResetLink');
    if (user.status !== 'active') throw invalidInput('userId', 'This account is deactivated.');
    await mailResetLink(tx, ctx, user);
    const [action] = sendResetLinkVerb.audit;
    await recordAudit(tx, ctx, { action, subjectType: 'user', subject: user.uid });
  });
  ctx.events.publish({ type: 'mailQueued' });
  ctx.events.publish({ type: 'memberChanged', userId: String(userId) });
}
