import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { deactivateUser, deactivateUserVerb } from '../../domain/accounts/status/deactivateUser.ts';
import {
  lastSignIns,
  listMembers,
  memberByUid,
  membersById,
  memberSessions,
  sessionsById,
  type MemberSession as SessionRow,
  type PlayerFlag as FlagName,
} from '../../domain/accounts/users/members.ts';
import type { EndReason } from '../../domain/accounts/sessions/session.ts';
import { reactivateUser, reactivateUserVerb } from '../../domain/accounts/status/reactivateUser.ts';
import { registerAdmin, registerAdminVerb } from '../../domain/accounts/users/registerAdmin.ts';
import { sendResetLink, sendResetLinkVerb } from '../../domain/accounts/links/sendResetLink.ts';
import { setAdminRoles, setAdminRolesVerb } from '../../domain/accounts/status/setAdminRoles.ts';
import type { User as MemberRow } from '../../domain/accounts/users/user.ts';
import { betsArchivedBefore } from '../../domain/bets/archivedMonths.ts';
import { listBetsOf } from '../../domain/bets/betQueries.ts';
import { listTickets } from '../../domain/tickets/ticketList.ts';
import { listTransactions } from '../../domain/wallet/transactionList.ts';
import { Acknowledged } from '../builder/acknowledged.ts';
import { Admin } from './admin.ts';
import { AdminRole } from './adminRole.ts';
import { Bet, BetConnection, betCursors } from './bet.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { Mail } from './session.ts';
import { Ticket, TicketConnection, ticketCursors } from './ticket.ts';
import { Transaction, TransactionConnection, transactionCursors } from './transaction.ts';
import { User, UserType } from './user.ts';
import { Wallet } from './wallet.ts';

const Status = enumOf<MemberRow['status']>('UserStatus', 'Whether an account can be used.', {
  active: 'It can.',
  deactivated: 'Nobody can sign in to it; its sessions have ended.',
});

export const PlayerFlag = enumOf<FlagName>('PlayerFlag', 'What admins mark players with. Internal.', {
  WATCH: 'To be watched.',
  VIP: 'To be treated with care.',
  CHARGEBACK_RISK: 'Payments may be reversed.',
  PROBLEM_GAMBLING: 'Signs of problem gambling.',
});

const SessionEndReason = enumOf<EndReason>('SessionEndReason', 'Why a session was ended.', {
  logout: 'The user logged out.',
  password_change: 'The user changed the password.',
  password_reset: 'The password was reset by a mailed link.',
  deactivation: 'The account was deactivated.',
  self_exclusion: 'The player has excluded themself.',
  account_closed: 'The player has closed the account.',
  second_factor_reset: 'The second factor was reset.',
  ended_by_user: 'The user ended it from another session.',
  ended_by_admin: 'An admin ended it.',
  restore: 'The database was restored from a backup.',
  went_live: 'Play money ended.',
  too_many: 'It was the longest unused of the user’s 50.',
});

export const MemberSession = loadableNode<SessionRow>('MemberSession', sessionsById);
MemberSession.implement({
  description: 'One sign-in of a member.',
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'When it was last used, about to the minute.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended; null while it lives or when it ran out by itself.',
    }),
    endReason: t.field({
      type: SessionEndReason,
      nullable: true,
      description: 'Why it was ended; null when it was not.',
      resolve: ({ endReason }) => endReason as EndReason | null,
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'What the browser or program called itself; null when it did not.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'The network address that it began from; null when that is unknown, or erased.',
    }),
    isLive: t.boolean({
      description: 'Whether it can still be used.',
      resolve: ({ endedAt, expiresAt }, _args, ctx) => endedAt === null && expiresAt > ctx.now,
    }),
    isCurrent: t.boolean({
      description: 'Whether this call is made in it.',
      resolve: ({ id }, _args, { actor }) => 'sessionId' in actor && actor.sessionId === id,
    }),
  }),
});

const lastSignInOf = perRequest(lastSignIns);

export const Member = loadableNode<MemberRow>('Member', membersById);
Member.implement({
  description: 'A whole account, as admins see it.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'The user.', resolve: ({ id }) => id }),
    status: t.expose('status', { type: Status, description: 'Whether the account can be used.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    deactivatedAt: t.expose('deactivatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deactivated; null while it is active.',
    }),
    deactivationReason: t.exposeString('deactivationReason', {
      nullable: true,
      description: 'Why it was deactivated; null while it is active, or when no reason was given.',
    }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the player closed it, for ever; null while they have not.',
    }),
    isPrimary: t.exposeBoolean('isPrimary', {
      description: 'The admin made at first start, who cannot be deactivated.',
    }),
    roles: t.field({
      type: [AdminRole],
      description: 'An admin’s roles; none for a player.',
      resolve: ({ roles }) => roles,
    }),
    wallet: t.field({
      type: Wallet,
      nullable: true,
      description: 'A player’s money; null for an admin.',
      resolve: ({ id, userType }) => (userType === 'player' ? id : null),
    }),
    bets: t.connection(
      {
        type: Bet,
        description: 'Their bets, newest first.',
        complexity: pageComplexity,
        resolve: ({ id }, args, ctx) => connection(ctx, args, betCursors, (page) => listBetsOf(ctx, id, page)),
      },
      BetConnection,
    ),
    betsArchivedBefore: t.field({
      complexity: VALUES_A_STATEMENT,
      type: 'DateTime',
      nullable: true,
      description: 'Bets from before this instant may be archived, and are then not listed; null when none are.',
      resolve: (_member, _args, ctx) => betsArchivedBefore(ctx),
    }),
    transactions: t.connection(
      {
        type: Transaction,
        description: 'Their deposits and withdrawals, newest first.',
        complexity: pageComplexity,
        resolve: ({ id }, args, ctx) =>
          connection(ctx, args, transactionCursors, (page) => listTransactions(ctx, { playerId: id }, page)),
      },
      TransactionConnection,
    ),
    tickets: t.connection(
      {
        nullable: true,
        type: Ticket,
        description: 'Their tickets, newest first. For admins of support.',
        complexity: pageComplexity,
        resolve: ({ id }, args, ctx) =>
          connection(ctx, args, ticketCursors, (page) => listTickets(ctx, { playerId: id }, page)),
      },
      TicketConnection,
    ),
    lastSignInAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When they signed in last; null when they never did, or that is not kept any more.',
      resolve: ({ id }, _args, ctx) => lastSignInOf(ctx, id),
    }),
    sessions: t.field({
      type: [MemberSession],
      description: 'Their latest 50 sign-ins, newest first.',
      complexity: { field: 1, multiplier: 50 },
      resolve: ({ id }, _args, ctx) => memberSessions(ctx, id),
    }),
  }),
});

const cursors = idCursors<MemberRow>('Member', ({ id }) => id);

builder.objectFields(Admin, (t) => ({
  members: t.connection(
    {
      nullable: true,
      type: Member,
      description: 'Accounts, newest first.',
      args: {
        userType: t.arg({ type: UserType, required: true, description: 'Players or admins.' }),
        search: t.arg.string({ description: 'Part of a name or email, or the beginning of a UID.' }),
        flag: t.arg({ type: PlayerFlag, description: 'Only players with this flag.' }),
      },
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => {
        const { userType, search, flag } = args;
        const filter = { userType, search: search ?? undefined, flag: flag ?? undefined };
        return connection(ctx, args, cursors, (page) => listMembers(ctx, filter, page));
      },
    },
    connectionOf('Member', Member, 'members'),
  ),
  member: t.field({
    complexity: 75,
    type: Member,
    nullable: true,
    description: 'The account with this UID; null when there is none.',
    args: { uid: t.arg.string({ required: true, description: 'Whose.' }) },
    resolve: (_admin, { uid }, ctx) => memberByUid(ctx, uid),
  }),
}));

mutation(registerAdminVerb, {
  description: 'Registers an admin. The password is mailed. For owners.',
  input: (t) => ({
    email: t.string({ required: true, description: 'Email address, not registered yet.' }),
    name: t.string({ required: true, description: 'Full name.' }),
    roles: t.field({ type: [AdminRole], description: 'Null or absent: FINANCE, SUPPORT and GAME.' }),
  }),
  run: registerAdmin,
  payload: {
    description: 'The admin is registered, and the password on its way by mail.',
    fields: (t) => ({
      admin: t.expose('admin', { type: User, description: 'The new admin.' }),
      proposed: t.exposeBoolean('proposed', {
        description: 'Roles need a second admin: they are proposed now, and the new admin has none yet.',
      }),
      mail: t.expose('mail', {
        type: Mail,
        nullable: true,
        description: 'The mail with the password, where mails are kept instead of sent; null where it was sent.',
      }),
    }),
  },
});

export const UserStatusPayload = builder.objectRef<{ member: MemberRow }>('UserStatusPayload').implement({
  description: 'The account is changed.',
  fields: (t) => ({ member: t.expose('member', { type: Member, description: 'The account, as it is now.' }) }),
});

export const userId = 'Whose account: the id of a User or a Member.';
export const reason = 'Why, for the account and the audit log; null or absent without.';

mutation(deactivateUserVerb, {
  description:
    'Closes an account and ends its sessions at once. An admin’s cannot be opened again. Players’ for support, admins’ ' +
    'for owners.',
  input: (t) => ({
    userId: t.id({ required: true, description: userId }),
    reason: auditReason(t),
  }),
  run: async (ctx, input) => ({
    member: await deactivateUser(ctx, { userId: openUser(ctx, input.userId), reason: input.reason }),
  }),
  payload: UserStatusPayload,
});

mutation(reactivateUserVerb, {
  description: 'Opens a player’s account again. For support.',
  input: (t) => ({
    userId: t.id({ required: true, description: userId }),
    reason: auditReason(t),
  }),
  run: async (ctx, input) => ({
    member: await reactivateUser(ctx, { userId: openUser(ctx, input.userId), reason: input.reason }),
  }),
  payload: UserStatusPayload,
});

mutation(setAdminRolesVerb, {
  description: 'Gives an admin other roles, at once, or proposes it where that needs a second admin. For owners.',
  input: (t) => ({
    userId: t.id({ required: true, description: userId }),
    roles: t.field({ type: [AdminRole], required: true, description: 'All roles that the admin is to have.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { userId: id, roles, reason: why }) => {
    const { admin, proposed } = await setAdminRoles(ctx, { userId: openUser(ctx, id), roles, reason: why });
    return { member: admin, proposed };
  },
  payload: {
    description: 'The admin has these roles, or another owner has to confirm them.',
    fields: (t) => ({
      member: t.expose('member', { type: Member, description: 'The admin, as they are now.' }),
      proposed: t.exposeBoolean('proposed', {
        description: 'It needs a second admin: it is proposed now, and the roles are unchanged.',
      }),
    }),
  },
});

mutation(sendResetLinkVerb, {
  description:
    'Mails somebody the link with which they reset their own password: valid for 30 minutes, once. For admins.',
  input: (t) => ({ userId: t.id({ required: true, description: userId }) }),
  run: async (ctx, input) => {
    await sendResetLink(ctx, { userId: openUser(ctx, input.userId) });
    return { ok: true };
  },
  payload: Acknowledged,
});

/** The id of a User or a Member. Refuses with NOT_FOUND anything else. */
export function openUser(ctx: Parameters<typeof openId>[0], globalId: string): bigint {
  return ctx.ids.openAs('Member', globalId) ?? openId(ctx, 'User', globalId, 'userId');
}
