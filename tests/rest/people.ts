import { randomBytes } from 'node:crypto';
import { lastMail, ADMIN, type ReachableServer } from '../support/people.ts';
import type { DocumentedApi } from './api.ts';

/** A user who has signed in through the REST API. */
export interface Client {
  email: string;
  password: string;
  uid: string;
  token: string;
  refreshToken: string;
}

export async function signInClient(api: DocumentedApi, email: string, password: string): Promise<Client> {
  const { accessToken, refreshToken, user } = await api.succeed('login', { body: { id: email, password } });
  return { email, password, uid: user.userId, token: accessToken, refreshToken };
}

export function adminClient(api: DocumentedApi): Promise<Client> {
  return signInClient(api, ADMIN.email, ADMIN.password);
}

/** A new player with `rupees` in the wallet, deposited and approved as the old client does it. */
export async function playerClient(
  server: ReachableServer,
  api: DocumentedApi,
  { rupees = 0, name = `Asha ${randomBytes(4).toString('hex')}` }: { rupees?: number; name?: string } = {},
): Promise<Client> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  await api.succeed('register', { body: { name, email } });
  const player = await signInClient(api, email, await mailedPassword(server, email));
  if (rupees > 0) await fund(api, player, rupees);
  return player;
}

/** Deposits `rupees` into a player's wallet. */
export async function fund(api: DocumentedApi, player: Client, rupees: number): Promise<void> {
  const { transaction } = await api.succeed('addMoney', { token: player.token, body: depositBody({ amount: rupees }) });
  const { token } = await adminClient(api);
  await api.succeed('updateTransaction', { token, body: { _id: transaction._id, transactionStatus: 'success' } });
}

/** A deposit to the initial account of play mode, with a unique reference. */
export function depositBody({ amount = 500, referenceId = randomBytes(8).toString('hex') } = {}) {
  return { amount, referenceId, upiId: 'play@rangoli' };
}

/** The password in the newest mail to an address. */
export async function mailedPassword({ database }: ReachableServer, email: string): Promise<string> {
  const { body } = await lastMail(database, email);
  const password = /^Password: (\S+)$/m.exec(body)?.[1];
  if (password === undefined) throw new Error(`no password in the mail to ${email}:\n${body}`);
  return password;
}

/** The parameters of the link in the newest mail to an address. */
export async function mailedLink({ database }: ReachableServer, email: string) {
  const { body } = await lastMail(database, email);
  const link = /\S+\/resetPassword\?\S+/.exec(body)?.[0];
  if (link === undefined) throw new Error(`no link in the mail to ${email}:\n${body}`);
  const { searchParams } = new URL(link);
  const part = (name: string) => searchParams.get(name) ?? '';
  return { email: part('email'), validTill: part('validTill'), s: part('s') };
}
