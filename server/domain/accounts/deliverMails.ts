import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { mails } from '../../../db/schema/accounts.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import { decryptedMail } from './mails.ts';

/** After that many failures (about two days) a mail is given up. */
const MAX_ATTEMPTS = 50;
/** Also how long a server that took a mail is trusted to be sending it; longer than any transport's time-outs. */
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 60 * 60_000;

/**
 * Sends the mails that are due, oldest first, until none is. Taking a mail puts its next attempt off, so that no two
 * servers send the same one, and one that dies while sending leaves it to be sent again. A sent mail loses its body: it
 * may hold a password. Returns how many were sent, and when the next is due (null: none waits).
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
      // Mail servers name the recipient in their words: those stay in the database, with the mail.
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

const waiting = and(isNull(mails.sentAt), isNotNull(mails.body), lt(mails.attempts, MAX_ATTEMPTS));

async function takeMail(ctx: Context): Promise<typeof mails.$inferSelect | undefined> {
  const due = ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(and(waiting, lte(mails.nextAttemptAt, ctx.now)))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  // A minute, doubling up to an hour.
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

async function nextDue({ db }: Context): Promise<Date | null> {
  const [next] = await db
    .select({ at: mails.nextAttemptAt })
    .from(mails)
    .where(waiting)
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1);
  return next?.at ?? null;
}

/** SMTP's answer (550), or what the connection broke with (ECONNREFUSED). */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { responseCode, code } = error as Error & { responseCode?: unknown; code?: unknown };
  return responseCode ?? code;
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
