import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { mails } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { decryptedMail, recentMails, mailsOfServer } from './mails.ts';

/** Number of failures (about two days) after which a mail is given up. */
const MAX_ATTEMPTS = 50;
/**
 * Also the lease of a mail: how long the server that took it may take to send it. Longer than any transport's timeouts.
 */
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 60 * 60_000;

/**
 * Sends the mails that are due, oldest first, until none is. Taking a mail postpones its next attempt (a lease), so
 * that no two servers send the same one, and a mail whose server crashed while sending is retried. A sent mail's body
 * is erased, because it may contain a password. Returns how many were sent, and when the next is due (null: none is
 * pending).
 */
export async function deliverMails(
  ctx: Context,
  stopped: () => boolean = () => false,
): Promise<{ sent: number; nextAt: Date | null }> {
  authorize(ctx, 'mail:deliver');
  const { mail: transport } = ctx;
  if (transport === undefined) return { sent: 0, nextAt: null };
  let sent = 0;
  while (!stopped()) {
    const mail = await takeMail(ctx);
    if (mail === undefined) break;
    try {
      const { body } = decryptedMail(ctx, mail);
      await transport.send({ to: mail.recipient, subject: mail.subject, text: body ?? '' });
    } catch (error) {
      // Error messages of mail servers contain the recipient: they are stored with the mail in the database, and not
      // logged.
      const facts = { mailId: String(mail.id), attempts: mail.attempts, code: codeOf(error) };
      ctx.log.warn(facts, 'a mail could not be sent');
      await ctx.db
        .update(mails)
        .set({ lastError: wordsOf(error) })
        .where(eq(mails.id, mail.id));
      continue;
    }
    await ctx.db
      .update(mails)
      .set({ sentAt: ctx.now, body: null, keyId: null, lastError: null })
      .where(eq(mails.id, mail.id));
    sent += 1;
  }
  return { sent, nextAt: await nextDue(ctx) };
}

const waiting = (ctx: Context) =>
  and(
    isNull(mails.sentAt),
    isNotNull(mails.body),
    lt(mails.attempts, MAX_ATTEMPTS),
    mailsOfServer(ctx),
    recentMails(ctx),
  );

async function takeMail(ctx: Context): Promise<typeof mails.$inferSelect | undefined> {
  const due = ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(and(waiting(ctx), lte(mails.nextAttemptAt, ctx.now)))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  // Backoff: a minute, doubling up to an hour.
  const delayMs = sql`least(${FIRST_RETRY_MS}::float8 * power(2, ${mails.attempts}), ${MAX_RETRY_MS}::float8)`;
  const [taken] = await ctx.db
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      nextAttemptAt: sql`${ctx.now.toISOString()}::timestamptz + ${delayMs} * interval '1 ms'`,
    })
    .where(eq(mails.id, due))
    .returning();
  return taken;
}

async function nextDue(ctx: Context): Promise<Date | null> {
  const [next] = await ctx.db
    .select({ at: mails.nextAttemptAt })
    .from(mails)
    .where(waiting(ctx))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1);
  return next?.at ?? null;
}

/** SMTP's response code (550), or the connection's error code (ECONNREFUSED). */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { responseCode, code } = error as Error & { responseCode?: unknown; code?: unknown };
  return responseCode ?? code;
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
