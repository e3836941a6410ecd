import { randomBytes } from 'node:crypto';
import type { RunningServer } from '../../../server/composition/compose.ts';
import type { TestDatabase } from '../database.ts';
import { type Answer, attempt, type Execute, executeAt, perform } from '../execute.ts';
import { mailedPassword, randomEmail, randomName } from './mails.ts';

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

/** The id of a user in the database, which the API shows only encrypted. */
export function rowIdOf({ services }: Pick<RunningServer, 'services'>, { id }: Pick<Person, 'id'>): bigint {
  const opened = services.ids.open(id);
  if (!opened) throw new Error(`${id} is no id of this server`);
  return opened.id;
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

/**
 * An additional admin, registered by the primary one with the roles of new admins or these, signed in with a password
 * of their own, which screens ask for first.
 */
export async function givenAnotherAdmin(
  server: ReachableServer,
  {
    name = randomName('Meera'),
    email = randomEmail(),
    roles,
  }: { name?: string; email?: string; roles?: readonly string[] } = {},
): Promise<Person> {
  const primary = await givenAdmin(server);
  await primary.perform('registerAdmin', { email, name, roles }, 'admin { id }');
  const oldPassword = await mailedPassword(server.database, email);
  const newPassword = `${oldPassword}-own`;
  const admin = await signIn(server, email, oldPassword);
  await admin.perform('changePassword', { oldPassword, newPassword }, 'ok');
  return signIn(server, email, newPassword);
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

/** Moves `rupees` into the player's wallet as money really comes there: requested, then approved by an admin. */
export async function deposit(server: ReachableServer, player: Person, rupees: number): Promise<void> {
  const { id } = await requestDeposit(player, rupees);
  const admin = await givenAdmin(server);
  await admin.perform('decideTransaction', { transactionId: id, decision: 'APPROVE' }, 'transaction { id }');
}

/** What is available to a player, in rupees: `21.00`. */
export async function availableOf(player: Person): Promise<string> {
  const { viewer } = await player.execute('{ viewer { wallet { available } } }');
  return viewer.wallet.available as string;
}

export interface Requested {
  readonly id: string;
  readonly reference: string;
}

/** A pending deposit. */
export async function requestDeposit(
  player: Person,
  rupees: number,
  reference = `UTR${randomBytes(5).toString('hex').toUpperCase()}`,
): Promise<Requested> {
  const { viewer } = await player.execute('{ viewer { payee(channel: UPI) { id } } }');
  const input = { amount: rupees.toFixed(2), payeeId: viewer.payee.id, reference };
  const { transaction } = await player.perform('requestDeposit', input, 'transaction { id }');
  return { id: transaction.id, reference };
}

/** A pending withdrawal to a UPI id. */
export async function requestWithdrawal(player: Person, rupees: number, upiId: string): Promise<{ id: string }> {
  const input = { amount: rupees.toFixed(2), upiId };
  const { transaction } = await player.perform('requestWithdrawal', input, 'transaction { id }');
  return { id: transaction.id };
}
