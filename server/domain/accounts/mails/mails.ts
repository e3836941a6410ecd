import { and, desc, eq, gt, isNull, or, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { mails } from '../../../../db/schema/accounts.ts';
import type { Mail } from '../../../platform/mail.ts';
import type { Context, Services } from '../../ground/verbs/context.ts';
import { mailBodyPlace } from '../../ground/values/storedPlaces.ts';
import { operatorNotice } from '../../../platform/operator.ts';
import { mayMail, type MailPurpose } from './mailLimit.ts';

/**
 * Puts a mail into the outbox, in the transaction of its cause: it is sent if, and only if, that commits. Publish
 * `mailQueued` afterwards. With real money it ends with who runs the games under which licence, in its language. Does nothing when the recipient has had too many for this purpose.
 */
export async function queueMail(
  tx: Tx,
  ctx: Context,
  purpose: MailPurpose,
  { to, subject, text, language = 'en' }: Mail,
): Promise<void> {
  if (!(await mayMail(tx, ctx, purpose, to))) return;
  const mail = { recipient: to, subject, createdAt: ctx.now };
  const { operator, moneyMode, publicUrl } = ctx.config;
  const whole = operator ? `${text}\n\n-- \n${operatorNotice(operator, language)}\n18+` : text;
  const { value, keyId } = ctx.keyring.encrypt(mailBodyPlace(mail), Buffer.from(whole));
  await tx.insert(mails).values({ ...mail, moneyMode, publicUrl, body: value, keyId, nextAttemptAt: ctx.now });
}

/** Mails that were written with the kind of money and the public address of this server: no others are sent. */
export function mailsOfServer({ config: { moneyMode, publicUrl } }: Pick<Context, 'config'>): SQL | undefined {
  return or(isNull(mails.moneyMode), and(eq(mails.moneyMode, moneyMode), eq(mails.publicUrl, publicUrl)));
}

const DAY_MS = 24 * 3_600_000;
/** Longer than the retries of a mail take. */
const MOST_TRIED_MS = 3 * DAY_MS;

/**
 * Mails that are not too old to be sent: of the last day, or tried by then and not older than three days. Those that an installation
 * kept because it had no mail server, passwords and links among them, are not sent when it gets one.
 */
export function recentMails({ now }: Pick<Context, 'now'>): SQL | undefined {
  const since = (ms: number) => new Date(now.getTime() - ms);
  return and(gt(mails.createdAt, since(MOST_TRIED_MS)), or(gt(mails.createdAt, since(DAY_MS)), gt(mails.attempts, 0)));
}

type MailRow = typeof mails.$inferSelect;

/** A mail of the outbox, its body as text: null after it was sent. */
export type StoredMail = Omit<MailRow, 'body' | 'keyId'> & { body: string | null };

/** The newest mails of the outbox: the mailbox of an installation without SMTP. */
export async function newestMails(services: Pick<Services, 'db' | 'keyring'>, limit = 100): Promise<StoredMail[]> {
  const rows = await services.db.select().from(mails).orderBy(desc(mails.id)).limit(limit);
  return rows.map((row) => decryptedMail(services, row));
}

/** The mail with its body as text. Throws DecryptionError when the row was tampered with. */
export function decryptedMail<Row extends Pick<MailRow, 'recipient' | 'subject' | 'createdAt' | 'body' | 'keyId'>>(
  { keyring }: Pick<Services, 'keyring'>,
  row: Row,
): Omit<Row, 'body' | 'keyId'> & Pick<StoredMail, 'body'> {
  const { keyId, body, ...mail } = row;
  if (body === null) return { ...mail, body };
  return { ...mail, body: keyring.decrypt(mailBodyPlace(row), { value: body, keyId }).toString() };
}
