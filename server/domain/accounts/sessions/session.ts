import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../../db/client.ts';
import { linkTokens, sessions } from '../../../../db/schema/accounts.ts';
import { hashSecret, randomSecret } from '../../../platform/tokens.ts';
import type { AuditAction } from '../../ground/verbs/auditActions.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { EVENT_CHANNEL, rolesChanged, sessionsEnded, type DomainEvent } from '../../ground/verbs/events.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { refuseExcluded } from '../status/exclusion.ts';
import { rememberDevice } from './knownDevices.ts';
import { requireSecondFactor } from '../secondFactor/secondFactor.ts';
import { lockUser, withoutSecret, type User } from '../users/user.ts';

const ACCESS_MS = 30 * 60 * 1000;
const REFRESH_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_USER_AGENT_LENGTH = 400;
/** Of one user. The database has the same bound (open_session). */
const MOST_SESSIONS = 50;
/** More sessions than are opened between two backups. */
const SESSIONS_PER_BACKUP = 1_000_000_000;

/** Audit action of every kind of sign-in; open_session writes it. */
export const SESSION_OPENED = 'session:open' satisfies AuditAction;

export type EndReason =
  | 'logout'
  | 'password_change'
  | 'password_reset'
  | 'deactivation'
  | 'self_exclusion'
  | 'account_closed'
  | 'second_factor_reset'
  | 'ended_by_user'
  | 'ended_by_admin'
  | 'restore'
  | 'went_live'
  | 'too_many';

/** Tokens and user of a signed-in client. */
export interface SignedIn {
  accessToken: string;
  refreshToken: string;
  /** When the access token expires. */
  expiresAt: Date;
  user: User;
}

/** The same message for all refused sign-ins, whatever the reason. */
export function badCredentials(): DomainError {
  return new DomainError('BAD_CREDENTIALS', 'Unauthorized. Please check your credentials.');
}

/** How a user has proved who they are. */
export interface Proof {
  userId: bigint;
  /** A code of the second factor, or a recovery code. */
  otp: string | null | undefined;
  /**
   * The hash that the password was checked against: it may have changed since it was read. Null: this transaction has used
   * a sign-in link.
   */
  passwordHash: string | null;
}

/**
 * Signs a user in, at the end of a transaction that may `begin` with more: the row in the audit log makes other writers of the log
 * wait. Of 51 sessions the longest unused one ends. Refuses with BAD_CREDENTIALS a deactivated account, with SELF_EXCLUDED a player
 * who is, and with OTP_REQUIRED and OTP_WRONG where the account has a second factor.
 */
export async function openSession(ctx: Context, begin: (tx: Tx) => Promise<Proof>): Promise<SignedIn> {
  const { signedIn, ended } = await inTransaction(ctx.db, async (tx) => openSessionIn(tx, ctx, await begin(tx)));
  forgetSessions(ctx, ended);
  return signedIn;
}

async function openSessionIn(tx: Tx, ctx: Context, proof: Proof): Promise<{ signedIn: SignedIn; ended: bigint[] }> {
  const { userId, otp, passwordHash } = proof;
  const user = await lockUser(tx, userId);
  if (user?.status !== 'active' || (passwordHash ?? user.passwordHash) !== user.passwordHash) throw badCredentials();
  await requireSecondFactor(tx, ctx, userId, otp);
  if (user.userType === 'player') await refuseExcluded(tx, ctx, userId);
  await rememberDevice(tx, ctx, userId);
  const ended = await makeRoom(tx, ctx, userId);
  const refreshToken = randomSecret();
  const session = await storeSession(tx, ctx, { userId, passwordHash, refreshToken });
  return { signedIn: await signedIn(ctx, session, withoutSecret(user), refreshToken), ended };
}

/** Ends the longest unused sessions until another one may begin. The caller has locked the user. Returns their ids. */
async function makeRoom(tx: Tx, ctx: Context, userId: bigint): Promise<bigint[]> {
  const surplus = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, ctx.now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(MOST_SESSIONS - 1);
  const ended: bigint[] = [];
  for (const { id } of surplus) ended.push(...(await endSessions(tx, ctx, { userId, sessionId: id }, 'too_many')));
  return ended;
}

/** The database checks the proof once more, and writes the row of the audit log. */
async function storeSession(
  tx: Tx,
  ctx: Context,
  { userId, passwordHash, refreshToken }: { userId: bigint; passwordHash: string | null; refreshToken: string },
): Promise<{ id: bigint; expiresAt: Date }> {
  const expiresAt = new Date(ctx.now.getTime() + REFRESH_MS);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select open_session(${userId}, ${passwordHash}, ${hashSecret(refreshToken)},
                        ${ctx.client?.userAgent.slice(0, MAX_USER_AGENT_LENGTH) ?? null}, ${ctx.client?.address ?? null},
                        ${ctx.now.toISOString()}, ${expiresAt.toISOString()}) as id`);
  const [row] = rows;
  if (row === undefined) throw new Error('a new session was not returned');
  return { id: BigInt(row.id), expiresAt };
}

/** A fresh access token for an active session, which never outlives the session. */
export async function signedIn(
  ctx: Context,
  session: Pick<typeof sessions.$inferSelect, 'id' | 'expiresAt'>,
  user: User,
  refreshToken: string,
): Promise<SignedIn> {
  const expiresAt = new Date(Math.min(ctx.now.getTime() + ACCESS_MS, session.expiresAt.getTime()));
  const claims = { userId: user.id, sessionId: session.id, role: user.userType, expiresAt };
  return { accessToken: await ctx.tokens.signAccess(claims, ctx.now), refreshToken, expiresAt, user };
}

/** A user's sessions: all, one, or all but one. */
type SessionsOfUser = { userId: bigint; sessionId?: bigint; except?: bigint };
type SessionById = { userId?: never; sessionId: bigint; except?: never };
export type SessionChoice = SessionsOfUser | SessionById;

/**
 * Ends sessions and their access tokens. Other servers are notified by the commit itself, so that no crash can come
 * between. Call `forgetSessions` with the result after the commit.
 */
export async function endSessions(tx: Tx, ctx: Context, which: SessionChoice, reason: EndReason): Promise<bigint[]> {
  const { userId, sessionId, except } = which;
  const ended = await tx
    .update(sessions)
    .set({ endedAt: ctx.now, endReason: reason })
    .where(
      and(
        userId === undefined ? undefined : eq(sessions.userId, userId),
        sessionId === undefined ? undefined : eq(sessions.id, sessionId),
        except === undefined ? undefined : ne(sessions.id, except),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, ctx.now),
      ),
    )
    .returning({ id: sessions.id });
  const sessionIds = ended.map(({ id }) => id);
  await publishWithCommit(tx, ctx, sessionsEnded(sessionIds));
  return sessionIds;
}

/**
 * Makes every server read an admin's roles again: it drops the sessions' cached tokens and closes their sockets, which
 * clients open again. Notifies as `endSessions` does; publish the returned events after the commit with `deliver`.
 */
export async function renewRoles(tx: Tx, ctx: Context, userId: bigint): Promise<DomainEvent[]> {
  const live = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, ctx.now)));
  const events = rolesChanged(live.map(({ id }) => id));
  await publishWithCommit(tx, ctx, events);
  return events;
}

/**
 * Ends every session and forgets every mailed link: in a database restored from a backup, those that were ended or used
 * since then would be good again. Later sessions get ids that no token names which was given out since. As the owner,
 * while no server runs. Returns the number of sessions.
 */
export async function endSessionsOfBackup(ctx: Context): Promise<number> {
  authorize(ctx, 'session:endAll');
  return inTransaction(ctx.db, async (tx) => {
    const ended = await endEverySession(tx, ctx, 'restore');
    await tx.execute(
      sql`select setval(pg_get_serial_sequence('sessions', 'id'),
                        (select coalesce(max(id), 0) from sessions) + ${SESSIONS_PER_BACKUP}::bigint)`,
    );
    return ended;
  });
}

/** Ends every session and forgets every mailed link. Returns the number of sessions. */
export async function endEverySession(tx: Tx, { now }: Context, reason: EndReason): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(and(isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id });
  await tx.delete(linkTokens);
  return ended.length;
}

async function publishWithCommit(tx: Tx, ctx: Context, events: readonly DomainEvent[]): Promise<void> {
  for (const payload of ctx.events.payloads(events)) {
    await tx.execute(sql`select pg_notify(${EVENT_CHANNEL}, ${payload})`);
  }
}

/** Notifies this server's own listeners of ended sessions; the commit has notified the other servers. */
export function forgetSessions(ctx: Context, sessionIds: readonly bigint[]): void {
  ctx.events.deliver(...sessionsEnded(sessionIds));
}
