import { and, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Queryable, type Tx } from '../../../../db/client.ts';
import { excludedEmails } from '../../../../db/schema/safety.ts';
import type { Language } from '../../../platform/languages.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { readPauses } from '../../safety/playPauses.ts';
import { safetyRefusal } from '../../ground/refusals/safetyRefusal.ts';
import { foldedEmail } from '../users/identity.ts';
import { keptEmailMail } from '../mails/mailTexts.ts';
import { queueMail } from '../mails/mails.ts';

/** Refuses a player who is self-excluded, with SELF_EXCLUDED. */
export async function refuseExcluded(queryable: Queryable, ctx: Context, userId: bigint): Promise<void> {
  const { exclusion } = await readPauses(queryable, userId, ctx.now);
  if (exclusion !== null) throw safetyRefusal('SELF_EXCLUDED', { until: exclusion.until });
}

/**
 * Whether an email, as it is or without what its provider ignores, belongs to somebody who is self-excluded, or has closed
 * an account with limits or a time-out in force. Nobody is told without proof: callers answer as for any account.
 */
export async function isKeptEmail(queryable: Queryable, ctx: Context, email: string): Promise<boolean> {
  const inForce = or(isNull(excludedEmails.until), gt(excludedEmails.until, ctx.now));
  const [row] = await queryable
    .select()
    .from(excludedEmails)
    .where(and(inArray(excludedEmails.emailHash, hashesOf(ctx, email)), inForce))
    .limit(1);
  return row !== undefined;
}

/** Tells the owner of such an email that it was used; not until when it is kept. Publish `mailQueued` afterwards. */
export function mailKeptEmail(tx: Tx, ctx: Context, email: string, language: Language = 'en'): Promise<void> {
  return queueMail(tx, ctx, 'kept_email', keptEmailMail(ctx.config, { email, name: email, language }));
}

/** The same where nothing else is written. */
export async function answerKeptEmail(ctx: Context, email: string): Promise<void> {
  await inTransaction(ctx.db, (tx) => mailKeptEmail(tx, ctx, email));
  ctx.events.publish({ type: 'mailQueued' });
}

/** Keeps an email and its folded form from being registered again until then, or later where they are; null: for ever. */
export async function excludeEmail(tx: Tx, ctx: Context, email: string, until: Date | null): Promise<void> {
  const later = sql`case when excluded_emails.until is null or excluded.until is null then null
                         else greatest(excluded_emails.until, excluded.until) end`;
  await tx
    .insert(excludedEmails)
    .values(hashesOf(ctx, email).map((emailHash) => ({ emailHash, until })))
    .onConflictDoUpdate({ target: excludedEmails.emailHash, set: { until: later } });
}

/** Keeps the folded form for as long as the email itself, which close_account may have kept. */
export async function keepFolded(tx: Tx, ctx: Context, email: string): Promise<void> {
  const [row] = await rawQuery<{ until: Date | null }>(
    tx,
    sql`select until from excluded_emails where email_hash = ${ctx.emailHashes.of(email)}`,
  );
  if (row !== undefined) await excludeEmail(tx, ctx, email, row.until);
}

/** Those of the email and of its folded form, in an order that is the same for every caller. */
function hashesOf(ctx: Context, email: string): Buffer[] {
  const hashes = [...new Set([email, foldedEmail(email)])].map((spelled) => ctx.emailHashes.of(spelled));
  return hashes.toSorted((a, b) => a.compare(b));
}
