import { inTransaction } from '../../../../db/client.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { parseEmail } from '../users/identity.ts';
import { mailRecipient } from './mailRecipient.ts';
import { mailResetLink } from './mailResetLink.ts';

export const requestPasswordResetVerb = verb({
  name: 'requestPasswordReset',
  may: 'password:reset',
  countsAs: 'attempt',
  idempotent: false,
  audit: [],
  refusals: ['USER_NOT_FOUND', 'BAD_CREDENTIALS'],
});

/**
 * Mails a link that resets the password, valid for 30 minutes and once. Refuses with USER_NOT_FOUND an unknown email,
 * with BAD_CREDENTIALS a deactivated account.
 */
export async function requestPasswordReset(ctx: Context, input: { email: string }): Promise<{ email: string }> {
  authorize(ctx, requestPasswordResetVerb.may);
  const email = parseEmail(input.email);
  const user = await mailRecipient(ctx, email);
  if (user === null) return { email };
  await inTransaction(ctx.db, (tx) => mailResetLink(tx, ctx, user));
  ctx.events.publish({ type: 'mailQueued' });
  return { email };
}
