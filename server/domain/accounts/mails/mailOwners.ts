import { and, arrayContains, eq } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import type { Mail } from '../../../platform/mail.ts';
import type { Context } from '../../ground/verbs/context.ts';
import type { MailPurpose } from './mailLimit.ts';
import { queueMail } from './mails.ts';

/** Queues a mail to each active owner, in the order in which they were registered. */
export async function mailOwners(
  tx: Tx,
  ctx: Context,
  purpose: MailPurpose,
  mailTo: (owner: typeof users.$inferSelect) => Mail,
): Promise<void> {
  const owners = await tx
    .select()
    .from(users)
    .where(and(eq(users.userType, 'admin'), eq(users.status, 'active'), arrayContains(users.roles, ['OWNER'])))
    .orderBy(users.id);
  for (const owner of owners) await queueMail(tx, ctx, purpose, mailTo(owner));
}
