import { randomBytes } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { mails } from '../../../db/schema/accounts.ts';
import { decryptedMail } from '../../../server/domain/accounts/mails/mails.ts';
import { testKeyring } from '../seedKey.ts';

/** Where mails are kept: a test's database, with the key of every test server. */
interface Mailbox {
  readonly db: Db;
}

/** The newest mail to `email`, in any case. Throws where there is none, or none with a body. */
export async function lastMail({ db }: Mailbox, email: string): Promise<{ subject: string; body: string }> {
  // Columns that every release has: a server of the release before may keep them.
  const { recipient, subject, createdAt, body, keyId } = mails;
  const [row] = await db
    .select({ recipient, subject, createdAt, body, keyId })
    .from(mails)
    .where(eq(mails.recipient, email.toLowerCase()))
    .orderBy(desc(mails.id))
    .limit(1);
  const mail = row && decryptedMail({ keyring: testKeyring }, row);
  if (!mail?.body) throw new Error(`No mail to ${email}`);
  return { subject: mail.subject, body: mail.body };
}

/** The password in the newest mail to `email`. */
export async function mailedPassword(mailbox: Mailbox, email: string): Promise<string> {
  const { body } = await lastMail(mailbox, email);
  const password = /^Password: (\S+)$/m.exec(body)?.[1];
  if (password === undefined) throw new Error(`No password in the mail to ${email}:\n${body}`);
  return password;
}

/** What the link to a password reset in the newest mail to `email` carries. */
export async function mailedLink(mailbox: Mailbox, email: string) {
  const { body } = await lastMail(mailbox, email);
  const link = /\S+\/resetPassword\?\S+/.exec(body)?.[0];
  if (link === undefined) throw new Error(`No link in the mail to ${email}:\n${body}`);
  const { searchParams } = new URL(link);
  const part = (name: string) => searchParams.get(name) ?? '';
  return { email: part('email'), validTill: part('validTill'), s: part('s') };
}

/** A new random email address. */
export function randomEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

/** A name that no admin of the test has yet: ten letters after the first name. */
export function randomName(first: string): string {
  const surname = Array.from(randomBytes(10), (byte) => String.fromCodePoint(97 + (byte % 26)));
  return `${first} ${surname.join('')}`;
}
