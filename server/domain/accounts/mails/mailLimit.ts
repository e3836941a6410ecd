import type { Tx } from '../../../../db/client.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { takeToken } from '../guesses/tokenBuckets.ts';

/** Purpose of a mail, each with a limit of its own. */
export type MailPurpose =
  | 'password'
  | 'password_reset'
  | 'sign_in'
  | 'guessing'
  | 'kept_email'
  | 'second_factor_reset'
  | 'audit_head'
  | 'alert'
  | 'settings'
  | 'daily_report';

const MAILS = 3;
const PER_MS = 15 * 60 * 1000;

/**
 * Counts a mail; false when the recipient has been sent 3 for this purpose within the last 15 minutes. Each of the 3
 * has a bucket of its own that takes 15 minutes to fill: one bucket of 3 would allow more than 3 in that time.
 */
export async function mayMail(tx: Tx, ctx: Context, purpose: MailPurpose, recipient: string): Promise<boolean> {
  if (!ctx.config.rateLimited) return true;
  for (let place = 1; place <= MAILS; place += 1) {
    const key = ctx.tokens.limitKey('mail', purpose, recipient.toLowerCase(), String(place));
    const { waitSeconds } = await takeToken(tx, ctx, { key, capacity: 1, refillMs: PER_MS });
    if (waitSeconds === 0) return true;
  }
  return false;
}
