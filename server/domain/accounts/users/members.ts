import { and, desc, eq, inArray, max, or, sql, type SQL } from 'drizzle-orm';
import { sessions, users } from '../../../../db/schema/accounts.ts';
import { playerFlags, type playerFlag } from '../../../../db/schema/people.ts';
import { memberText } from '../../../../db/schema/searchTexts.ts';
import { recordReading } from '../../audit/recordReading.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { inOrderOf } from '../../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../../ground/database/keyset.ts';
import { allows, authorize, requireMember } from '../../ground/actors/permissions.ts';
import { reportRead } from '../../ground/database/reportReads.ts';
import { userColumns, type User } from './user.ts';
import { readSearch } from '../../ground/values/typedText.ts';

/** A user as visible to others: the email only to themselves and to admins who may read accounts. */
export type VisibleUser = Omit<User, 'email'> & { email: string | null };

export interface MemberFilter {
  userType: User['userType'];
  /** Part of a name, email or UID; of a UID the beginning, where it has less than 3 characters. */
  search?: string | undefined;
  /** Only players with this flag. */
  flag?: PlayerFlag | undefined;
}

/** What admins mark players with. */
export type PlayerFlag = (typeof playerFlag.enumValues)[number];

/** Users in the order of `ids`, each limited to what the actor may see; null where there is none. */
export async function usersById(ctx: Context, ids: readonly bigint[]): Promise<(VisibleUser | null)[]> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous' || ids.length === 0) return ids.map(() => null);
  const rows = await ctx.db
    .select(userColumns)
    .from(users)
    .where(inArray(users.id, [...ids]));
  const own = 'userId' in actor ? actor.userId : null;
  const seesEmails = allows(actor, 'member:read');
  const visible = rows.map((row) => ({ ...row, email: seesEmails || row.id === own ? row.email : null }));
  return inOrderOf(ids, visible);
}

/** Complete accounts in the order of `ids`, for admins: those of admins for those who may read them. */
export async function membersById(ctx: Context, ids: readonly bigint[]): Promise<(User | null)[]> {
  authorize(ctx, 'member:read');
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select(userColumns)
    .from(users)
    .where(inArray(users.id, [...ids]));
  for (const row of rows) authorizeReading(ctx, row);
  for (const { id } of rows) await recordReading(ctx, id, 'account');
  return inOrderOf(ids, rows);
}

/** The account with this UID, for admins; null if there is none. */
export async function memberByUid(ctx: Context, uid: string): Promise<User | null> {
  authorize(ctx, 'member:read');
  const [row] = await ctx.db.select(userColumns).from(users).where(hasUid(uid));
  if (row === undefined) return null;
  authorizeReading(ctx, row);
  await recordReading(ctx, row.id, 'account');
  return row;
}

/** The id of the account with this UID, whosever it is, for admins who may deactivate one; null if there is none. */
export async function idByUid(ctx: Context, uid: string): Promise<bigint | null> {
  authorize(ctx, 'member:deactivate');
  const [row] = await ctx.db.select({ id: users.id }).from(users).where(hasUid(uid));
  return row?.id ?? null;
}

/** Accounts for admins, newest first. */
export async function listMembers(ctx: Context, filter: MemberFilter, page: PageRequest): Promise<Page<User>> {
  authorizeReading(ctx, filter);
  const { where, ...rest } = pageById(users.id, page);
  const find = async (from: Context) =>
    from.db
      .select(userColumns)
      .from(users)
      .where(and(where, eq(users.userType, filter.userType), searched(filter.search), flagged(from, filter.flag)))
      .orderBy(rest.orderBy)
      .limit(rest.limit);
  const rows = await (filter.search ? reportRead(ctx, find, { after: ['memberChanged', 'rolesChanged'] }) : find(ctx));
  return toPage(rows, page);
}

/** Every admin, oldest first: there are few. */
export function listAdmins(ctx: Context): Promise<User[]> {
  authorize(ctx, 'admin:read');
  return ctx.db.select(userColumns).from(users).where(eq(users.userType, 'admin')).orderBy(users.id);
}

export type MemberSession = Omit<typeof sessions.$inferSelect, 'refreshHash'>;

/** A user's latest 50 sessions, newest first, for admins. */
export async function memberSessions(ctx: Context, userId: bigint): Promise<MemberSession[]> {
  authorize(ctx, 'member:read');
  await recordReading(ctx, userId, 'sessions');
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.id))
    .limit(50);
  return rows.map(({ refreshHash: _hash, ...session }) => session);
}

/**
 * Sessions in the order of `ids`: the actor's own live ones, and those of the accounts that an admin may read; null for the
 * rest.
 */
export async function sessionsById(ctx: Context, ids: readonly bigint[]): Promise<(MemberSession | null)[]> {
  const ownId = requireMember(ctx, 'session:manageOwn');
  const found = await ctx.db
    .select({ session: sessions, userType: users.userType })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(inArray(sessions.id, [...ids]));
  const isOwnLive = ({ userId, endedAt, expiresAt }: MemberSession) =>
    userId === ownId && endedAt === null && expiresAt > ctx.now;
  const rows = found.filter((row) => allows(ctx.actor, readingOf(row)) || isOwnLive(row.session));
  for (const userId of new Set(rows.map(({ session }) => session.userId))) await recordReading(ctx, userId, 'sessions');
  return inOrderOf(
    ids,
    rows.map(({ session: { refreshHash: _hash, ...session } }) => session),
  );
}

/** When these accounts signed in last, in the order of `ids`, for admins; null where no sign-in is kept. */
export async function lastSignIns(ctx: Context, ids: readonly bigint[]): Promise<(Date | null)[]> {
  authorize(ctx, 'member:read');
  const rows = await ctx.db
    .select({ id: sessions.userId, at: max(sessions.createdAt) })
    .from(sessions)
    .where(inArray(sessions.userId, [...ids]))
    .groupBy(sessions.userId);
  return inOrderOf(ids, rows).map((row) => row?.at ?? null);
}

/** As typed: Postgres can't store NUL. */
function hasUid(uid: string): SQL {
  return eq(users.uid, readSearch(uid));
}

function authorizeReading(ctx: Context, account: Pick<User, 'userType'>): void {
  authorize(ctx, readingOf(account));
}

function readingOf({ userType }: Pick<User, 'userType'>) {
  return userType === 'admin' ? 'admin:read' : 'member:read';
}

function flagged({ db }: Context, flag: PlayerFlag | undefined): SQL | undefined {
  if (flag === undefined) return undefined;
  return inArray(users.id, db.select({ id: playerFlags.playerId }).from(playerFlags).where(eq(playerFlags.flag, flag)));
}

function searched(search: string | undefined): SQL | undefined {
  const text = readSearch(search).toLowerCase();
  if (text === '') return undefined;
  // Three characters have a trigram, by which the index finds them.
  if ([...text].length >= 3) return sql`${memberText} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
  return or(
    sql`position(${text} in lower(${users.name})) > 0`,
    sql`position(${text} in ${users.email}) > 0`,
    sql`starts_with(${users.uid}, ${text})`,
  );
}
