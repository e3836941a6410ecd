import { desc } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { mails } from '../../../db/schema/accounts.ts';
import type { Mail } from '../../platform/mail.ts';
import type { Context, Services } from '../context.ts';

/**
 * Puts a mail into the outbox, in the transaction of its cause: it will be sent if, and only if, that commits. Publish
 * `mailQueued` afterwards.
 */
export async function queueMail(tx: Tx, ctx: Context, { to, subject, text }: Mail): Promise<void> {
  await tx.insert(mails).values({ recipient: to, subject, body: text, createdAt: ctx.now, nextAttemptAt: ctx.now });
}

/** The newest mails of the outbox: the mailbox of an installation that sends none. Bodies of sent ones are null. */
export function newestMails({ db }: Pick<Services, 'db'>, limit = 100): Promise<(typeof mails.$inferSelect)[]> {
  return db.select().from(mails).orderBy(desc(mails.id)).limit(limit);
}
