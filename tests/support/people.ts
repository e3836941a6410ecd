import { randomBytes } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { mails } from '../../db/schema/accounts.ts';
import { decryptedMail } from '../../server/domain/accounts/mails.ts';
import type { TestDatabase } from './database.ts';
import { randomName } from './randomName.ts';
import { type Answer, attempt, type Execute, executeAt, perform } from './execute.ts';
import { testKeyring } from './seedKey.ts';

/** What factories need from a server, in this process or another. */
export interface ReachableServer {
  readonly url: string;
  readonly database: TestDatabase;
}

/** A signed-in user. */
export interface Person {
  readonly email: string;
  readonly password: string;
  /** Global id and UID. */
  readonly id: string;
  readonly uid: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Sends an operation as this user. */
  readonly execute: Execute;
  /** Runs a mutation as this user; throws when it is refused. */
  readonly perform: (name: string, input: object, selection: string) => Promise<Answer>;
  /** Runs a mutation as this user; a refusal is returned with `code` and `message`. */
  readonly attempt: (name: string, input: object, selection: string) => Promise<Answer>;
}

/** Credentials of the primary admin on every test server. */
export const ADMIN = { email: 'admin@rangoli.local', password: 'test-admin-password' };

/** A new player who has signed in with the mailed password and has `rupees` from an approved deposit. */
export async function givenPlayer(
  server: ReachableServer,
  { rupees = 0, name = 'Asha Rao', email = randomEmail() }: { rupees?: number; name?: string; email?: string } = {},
): Promise<Person> {
  await perform(executeAt(server.url), 'register', { email, name }, 'email');
  const player = await signIn(server, email, await mailedPassword(server.database, email));
  if (rupees > 0) await deposit(server, player, rupees);
  return player;
}

/** The primary admin, signed in. */
export function givenAdmin(server: ReachableServer): Promise<Person> {
  return signIn(server, ADMIN.email, ADMIN.password);
}

/** An additional admin, registered by the primary one, signed in. */
export async function givenAnotherAdmin(
  server: ReachableServer,
  { name = randomName('Meera'), email = randomEmail() }: { name?: string; email?: string } = {},
): Promise<Person> {
  const primary = await givenAdmin(server);
  await primary.perform('registerAdmin', { email, name }, 'admin { id }');
  return signIn(server, email, await mailedPassword(server.database, email));
}

/** Signs in. Throws when that is refused. */
export async function signIn({ url }: ReachableServer, email: string, password: string): Promise<Person> {
  const { accessToken, refreshToken, user } = await perform(
    executeAt(url),
    'login',
    { id: email, password },
    'accessToken refreshToken user { id uid }',
  );
  const execute = executeAt(url, accessToken as string);
  return {
    email,
    password,
    id: user.id,
    uid: user.uid,
    accessToken,
    refreshToken,
    execute,
    perform: (name, input, selection) => perform(execute, name, input, selection),
    attempt: (name, input, selection) => attempt(execute, name, input, selection),
  };
}

/** Deposits `rupees` into the player's wallet in the regular way: requested, then approved by an admin. */
export async function deposit(server: ReachableServer, player: Person, rupees: number): Promise<void> {
  const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
  const { transaction } = await player.perform(
    'requestDeposit',
    { amount: rupees.toFixed(2), payeeId: viewer.payee.id, reference: randomBytes(8).toString('hex') },
    'transaction { id }',
  );
  const admin = await givenAdmin(server);
  await admin.perform(
    'decideTransaction',
    { transactionId: transaction.id, decision: 'APPROVE' },
    'transaction { id }',
  );
}

/** The newest mail to `email`. */
export async function lastMail({ db }: TestDatabase, email: string): Promise<{ subject: string; body: string }> {
  const [row] = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(desc(mails.id)).limit(1);
  const mail = row && decryptedMail({ keyring: testKeyring }, row);
  if (!mail?.body) throw new Error(`No mail to ${email}`);
  return { subject: mail.subject, body: mail.body };
}

async function mailedPassword(database: TestDatabase, email: string): Promise<string> {
  const { body } = await lastMail(database, email);
  const password = /password[^:\n]*:\s*(\S+)/i.exec(body)?.[1];
  if (!password) throw new Error(`No password in the mail to ${email}:\n${body}`);
  return password;
}

function randomEmail(): string {
  return `player-${randomBytes(6).toString('hex')}@example.com`;
}
