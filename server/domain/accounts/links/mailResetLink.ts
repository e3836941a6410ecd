import type { Tx } from '../../../../db/client.ts';
import { linkTokens, type users } from '../../../../db/schema/accounts.ts';
import { hashSecret, randomSecret } from '../../../platform/tokens.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { resetMail } from '../mails/mailTexts.ts';
import { queueMail } from '../mails/mails.ts';
import { signResetLink } from './resetLink.ts';

const VALID_MS = 30 * 60 * 1000;

/** Mails a link that resets the password, valid for 30 minutes and once. Publish `mailQueued` after the commit. */
export async function mailResetLink(
  tx: Tx,
  ctx: Context,
  user: Pick<typeof users.$inferSelect, 'id' | 'email' | 'name' | 'language'>,
): Promise<void> {
  const { email } = user;
  const expiresAt = new Date(ctx.now.getTime() + VALID_MS);
  const validTill = String(expiresAt.getTime());
  const s = signResetLink(ctx.tokens, { email, validTill, nonce: randomSecret() });
  await tx.insert(linkTokens).values({
    userId: user.id,
    purpose: 'password_reset',
    secretHash: hashSecret(s),
    createdAt: ctx.now,
    expiresAt,
  });
  const link = `${ctx.config.publicUrl}/resetPassword?${new URLSearchParams({ email, validTill, s }).toString()}`;
  await queueMail(tx, ctx, 'password_reset', resetMail(ctx.config, user, link));
}
