import { inTransaction } from '../../../../db/client.ts';
import { linkTokens } from '../../../../db/schema/accounts.ts';
import { hashSecret, randomSecret } from '../../../platform/tokens.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { parseEmail } from '../users/identity.ts';
import { signInMail } from '../mails/mailTexts.ts';
import { mailRecipient } from './mailRecipient.ts';
import { queueMail } from '../mails/mails.ts';

const VALID_MS = 15 * 60 * 1000;

export const requestSignInLinkVerb = verb({
  name: 'requestSignInLink',
  may: 'session:open',
  countsAs: 'attempt',
  idempotent: false,
  audit: [],
  refusals: ['USER_NOT_FOUND', 'BAD_CREDENTIALS'],
});

/**
 * Mails a link that signs in, valid for 15 minutes and once. Refuses with USER_NOT_FOUND an unknown email, with
 * BAD_CREDENTIALS a deactivated account.
 */
export async function requestSignInLink(ctx: Context, input: { email: string }): Promise<{ email: string }> {
  authorize(ctx, requestSignInLinkVerb.may);
  const email = parseEmail(input.email);
  const user = await mailRecipient(ctx, email);
  if (user === null) return { email };

  const token = randomSecret();
  await inTransaction(ctx.db, async (tx) => {
    await tx.insert(linkTokens).values({
      userId: user.id,
      purpose: 'sign_in',
      secretHash: hashSecret(token),
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + VALID_MS),
    });
    // Behind the #, which browsers send to no server, so that no log of a proxy has it.
    const link = `${ctx.config.publicUrl}/login#signInToken=${token}`;
    await queueMail(tx, ctx, 'sign_in', signInMail(ctx.config, user, link));
  });
  ctx.events.publish({ type: 'mailQueued' });
  return { email };
}
