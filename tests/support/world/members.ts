import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { actorOf } from '../../../server/domain/accounts/sessions/authenticate.ts';
import { ensurePrimaryAdmin } from '../../../server/domain/accounts/users/ensurePrimaryAdmin.ts';
import { login } from '../../../server/domain/accounts/sessions/login.ts';
import { registerAdmin } from '../../../server/domain/accounts/users/registerAdmin.ts';
import { registerPlayer } from '../../../server/domain/accounts/users/registerPlayer.ts';
import type { User } from '../../../server/domain/accounts/users/user.ts';
import type { AdminRole } from '../../../server/domain/ground/actors/adminRoles.ts';
import type { Actor, Context } from '../../../server/domain/ground/verbs/context.ts';
import { seedPlayPayee } from '../../../server/domain/settings/seedPlayPayee.ts';
import { decideTransaction } from '../../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../../server/domain/ground/values/money.ts';
import { requestDeposit } from '../../../server/domain/wallet/requestDeposit.ts';
import type { WalletTransaction } from '../../../server/domain/wallet/transaction.ts';
import type { TestDomain } from '../domain.ts';
import { mailedPassword, randomEmail, randomName } from './mails.ts';

/** A signed-in user, created through the domain's own functions. */
export interface Member {
  userId: bigint;
  user: User;
  email: string;
  password: string;
  actor: Extract<Actor, { userId: bigint }>;
  accessToken: string;
  refreshToken: string;
  /** A request context of this user at the clock's current instant. */
  ctx(): Context;
}

const PRIMARY_PASSWORD = 'primary-admin-password';
export const PLAY_UPI_ID = 'play@rangoli';

/** A new player who has signed in with the mailed password and has `rupees` from an approved deposit. */
export async function givenMember(
  domain: TestDomain,
  { rupees = 0, name = 'Asha Rao', email = randomEmail() }: { rupees?: number; name?: string; email?: string } = {},
): Promise<Member> {
  await registerPlayer(domain.as({ kind: 'anonymous' }), { email, name });
  const player = await signedIn(domain, email, await mailedPassword({ db: domain.owner }, email));
  if (rupees > 0) {
    const transaction = await givenDeposit(domain, player, rupees);
    const admin = await givenPrimaryAdmin(domain);
    await decideTransaction(admin.ctx(), { transactionId: transaction.id, decision: 'APPROVE' });
  }
  return player;
}

/** A pending deposit of this player. */
export async function givenDeposit(
  domain: TestDomain,
  player: Member,
  rupees: number,
  reference = randomBytes(8).toString('hex'),
): Promise<WalletTransaction> {
  await seedPlayPayee(domain.as({ kind: 'system' }));
  const amount = paise(BigInt(Math.round(rupees * 100)));
  const { transaction } = await requestDeposit(player.ctx(), { amount, reference, payee: { upiId: PLAY_UPI_ID } });
  return transaction;
}

/** The primary admin, signed in. */
export async function givenPrimaryAdmin(domain: TestDomain): Promise<Member> {
  domain.services.config.primaryAdminPassword = PRIMARY_PASSWORD;
  await ensurePrimaryAdmin(domain.as({ kind: 'system' }));
  return signedIn(domain, domain.services.config.primaryAdminEmail, PRIMARY_PASSWORD);
}

/** Another admin, with the roles of new ones or these, signed in with the mailed password. */
export async function givenOtherAdmin(
  domain: TestDomain,
  name = randomName('Anil'),
  roles?: readonly AdminRole[],
): Promise<Member> {
  const email = randomEmail();
  await registerAdmin((await givenPrimaryAdmin(domain)).ctx(), { email, name, roles });
  return signedIn(domain, email, await mailedPassword({ db: domain.owner }, email));
}

/** Signs in by password. */
export async function signedIn(domain: TestDomain, email: string, password: string): Promise<Member> {
  const { user, accessToken, refreshToken } = await login(domain.as({ kind: 'anonymous' }), { id: email, password });
  const claims = domain.services.tokens.readAccess(accessToken, new Date(domain.clock.now()));
  if (claims === null) throw new Error('the access token is not readable');
  const { userType: kind, id: userId, roles } = user;
  const actor = actorOf({ kind, userId, roles, sessionId: claims.sessionId });
  return { userId, user, email, password, actor, accessToken, refreshToken, ctx: () => domain.as(actor) };
}

export async function userRow({ services }: TestDomain, userId: bigint): Promise<typeof users.$inferSelect> {
  const [row] = await services.db.select().from(users).where(eq(users.id, userId));
  if (row === undefined) throw new Error(`no user ${userId}`);
  return row;
}
