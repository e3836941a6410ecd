import { adminRoles, type AdminRole } from './adminRoles.ts';
import type { Actor, Context } from '../verbs/context.ts';
import { DomainError } from '../refusals/errors.ts';

/** Those to whom an action may be allowed: a kind of actor (`admin`: whatever their roles), or admins with a role. */
type Party = Actor['kind'] | AdminRole;

const players = ['player'] as const;
const everyAdmin = ['admin'] as const;
const members = ['player', 'admin'] as const;
const system = ['system'] as const;
const everybody = ['anonymous', 'player', 'admin', 'system'] as const;

// Who changes something. Owners may do whatever an admin may.
const owners = ['OWNER'] as const;
const finance = ['OWNER', 'FINANCE'] as const;
const support = ['OWNER', 'SUPPORT'] as const;
const game = ['OWNER', 'GAME'] as const;

// Who reads something. Auditors read everything, and change nothing.
const ownersRead = [...owners, 'AUDITOR'] as const;
const financeReads = [...finance, 'AUDITOR'] as const;
const supportReads = [...support, 'AUDITOR'] as const;
const gameReads = [...game, 'AUDITOR'] as const;
const financeAndSupport = ['OWNER', 'FINANCE', 'SUPPORT'] as const;
const financeAndSupportRead = [...financeAndSupport, 'AUDITOR'] as const;

// Those to whom support hands tickets; each reads and answers what was handed to them (handedTo).
const teams = ['OWNER', 'FINANCE', 'GAME'] as const;
const supportAndTeams = [...teams, 'SUPPORT'] as const;
const supportAndTeamsRead = [...supportAndTeams, 'AUDITOR'] as const;

/**
 * Every action and who may perform it (server/domain/ground/README.md#who-may-do-what). Closed: an action that isn't in this
 * table doesn't compile. `own` in a name means that the row's owner is checked too.
 */
const permissions = {
  // signing in and out
  'account:register': everybody,
  'session:open': everybody,
  'session:renew': everybody,
  'session:close': everybody,
  'password:reset': everybody,
  // By the password, for those who may not sign in.
  'withdrawal:requestExcluded': everybody,
  'password:change': members,
  'secondFactor:manageOwn': members,
  'session:manageOwn': members,
  'account:close': players,
  'profile:update': members,
  'download:create': members,

  // contests, public
  'contest:read': everybody,
  'liability:read': everybody,
  'recentWins:read': everybody,
  'notice:read': everybody,

  // playing
  'bet:place': players,
  'bet:cancel': players,
  'bet:readOwn': players,
  'wallet:readOwn': players,
  'statement:readOwn': players,
  'personalData:readOwn': players,
  'playCredit:claim': players,
  'playSafety:readOwn': players,
  'playSafety:set': players,
  'deposit:request': players,
  'withdrawal:request': players,
  'withdrawal:cancel': players,
  'transaction:readOwn': players,
  'payee:readCurrent': players,
  'ticket:raise': players,
  'feedback:submit': players,

  // notifications and support
  'ticket:read': [...players, ...supportAndTeamsRead],
  'ticket:answer': [...players, ...supportAndTeams],
  'document:read': [...players, ...supportAndTeamsRead],
  'notification:read': members,
  'notification:mark': members,

  // running the platform: what every admin reads
  'settings:read': everyAdmin,
  'stats:read': [...everyAdmin, 'system'],
  'contest:readFigures': everyAdmin,

  // money
  'transaction:readAll': financeReads,
  'transaction:readOfPlayer': financeAndSupportRead,
  // In full; others see its last characters.
  'payoutAccount:read': financeReads,
  'transaction:decide': finance,
  'wallet:correct': finance,
  'payouts:freeze': finance,
  'payoutAccount:block': finance,
  'payoutHold:read': financeReads,
  'correction:read': financeReads,
  'payee:read': financeReads,
  'payee:manage': finance,
  'finance:read': [...financeReads, 'system'],
  'statement:read': financeReads,
  'statement:manage': finance,
  'payoutBatch:read': financeReads,
  'payoutBatch:manage': finance,
  // Each kind of proposal has its own permission too (proposals/kinds.ts).
  'proposal:read': [...financeReads, 'GAME'],
  'proposal:decide': [...finance, 'GAME'],
  // Each kind of alert has its own permission too (alerts/cause.ts).
  'alert:read': everyAdmin,
  'alert:acknowledge': ['OWNER', 'FINANCE', 'SUPPORT', 'GAME'],
  'alert:setThresholds': owners,
  'withdrawal:setSmallest': owners,
  'report:choose': financeReads,
  'report:read': financeReads,
  'setup:read': ownersRead,
  'setup:settle': owners,
  'signal:read': financeAndSupportRead,
  'signal:decide': finance,
  // Of the list of payments; a preference of the admin's own.
  'savedFilter:own': financeReads,

  // games
  'settings:change': game,
  'contest:override': game,
  'contest:void': game,
  // A round that waits for the beacon.
  'contest:voidWaiting': owners,
  'contest:readProposals': gameReads,
  'limits:set': owners,
  'platform:pause': game,
  'announcement:manage': game,

  // admins and players
  'admin:read': ownersRead,
  'admin:register': owners,
  'admin:setRoles': owners,
  'secondAdmin:setThresholds': owners,
  'admin:deactivate': owners,
  'member:read': financeAndSupportRead,
  // Internal: players see neither.
  'member:note': financeAndSupport,
  'member:flag': financeAndSupport,
  'member:deactivate': support,
  'member:reactivate': support,
  'secondFactor:reset': owners,
  'session:endOthers': owners,
  'member:sendResetLink': support,
  'admin:sendResetLink': owners,
  'ticket:readAll': supportReads,
  'ticket:readHanded': [...teams, 'AUDITOR'],
  'ticket:handOver': support,
  'ticket:handBack': supportAndTeams,
  'ticket:resolve': support,
  'ticket:markRead': support,
  'ticket:assign': support,
  // Internal: players see none.
  'ticket:note': supportAndTeams,
  'cannedAnswer:read': supportReads,
  'cannedAnswer:manage': support,
  'feedback:read': supportReads,

  // records
  'audit:read': ownersRead,
  // Each table has its own permission too.
  'export:open': everyAdmin,
  'export:transactions': financeReads,
  'export:corrections': financeReads,
  'export:bets': gameReads,
  'export:contests': gameReads,
  'export:players': financeReads,
  'export:ledger': financeReads,
  'export:audit': ownersRead,

  // the server's own work
  'primaryAdmin:ensure': system,
  'secondFactor:resetPrimary': system,
  'payee:seed': system,
  'money:goLive': system,
  'mail:deliver': system,
  'months:make': system,
  'rows:purge': system,
  'statement:match': system,
  'contest:advance': system,
  'publicLog:merge': system,
  'contest:settle': system,
  'chain:rotate': system,
  'contest:voidLost': system,
  'session:endAll': system,
  'database:restore': system,
  'database:move': system,
  'ledger:audit': system,
  'signal:detect': system,
  'alert:evaluate': system,
  'policy:carryOn': system,
  'report:send': system,
  'activity:fold': system,
} satisfies Record<string, readonly Party[]>;

export type Action = keyof typeof permissions;

/** Every action, for tests and documentation. */
export const actions = Object.keys(permissions) as Action[];

/** Whether this actor may perform it at all. */
export function allows(actor: Actor, action: Action): boolean {
  const allowed: readonly Party[] = permissions[action];
  if (allowed.includes(actor.kind)) return true;
  return actor.kind === 'admin' && actor.roles.some((role) => allowed.includes(role));
}

/** Whether some admins may perform it, because of a role or whatever theirs are. */
export function isForAdmins(action: Action): boolean {
  const allowed: readonly Party[] = permissions[action];
  return allowed.includes('admin') || adminRoles.some((role) => allowed.includes(role));
}

/** The roles of which an admin needs one to perform it. */
export function rolesFor(action: Action): AdminRole[] {
  const allowed: readonly Party[] = permissions[action];
  return adminRoles.filter((role) => allowed.includes(role));
}

/** Whether the action is allowed to every actor with a session: players and all admins. */
export function isForMembers(action: Action): boolean {
  const allowed: readonly Party[] = permissions[action];
  return allowed.includes('player') && allowed.includes('admin');
}

/** The actions allowed before a required second factor is enrolled. */
const beforeEnrolment: ReadonlySet<Action> = new Set([
  'session:open',
  'session:renew',
  'session:close',
  'password:change',
  'secondFactor:manageOwn',
]);

/**
 * Refuses with UNAUTHENTICATED without a session, with FORBIDDEN for another kind of user or other roles, with
 * OTP_ENROLMENT_REQUIRED a user who has to set up a second factor first.
 */
export function authorize(ctx: Pick<Context, 'actor'>, action: Action): void {
  if (!beforeEnrolment.has(action)) refuseUnenrolled(ctx);
  const { actor } = ctx;
  if (allows(actor, action)) return;
  if (actor.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Please log in.');
  const roles = actor.kind === 'admin' ? ` with the roles [${actor.roles.join(', ')}]` : '';
  throw new DomainError('FORBIDDEN', 'You are not allowed to do this.', {
    detail: `${action} is not for ${actor.kind}s${roles}`,
  });
}

/** Refuses with OTP_ENROLMENT_REQUIRED an actor who must have a second factor and has none. */
export function refuseUnenrolled({ actor }: Pick<Context, 'actor'>): void {
  if (isUnenrolled(actor)) throw enrolmentRequired();
}

/** Whether nothing but setting up a second factor is allowed to an actor. */
export function isUnenrolled(actor: Actor): boolean {
  return 'mustEnrol' in actor && actor.mustEnrol;
}

export function enrolmentRequired(): DomainError {
  return new DomainError('OTP_ENROLMENT_REQUIRED', 'Your account must have a second factor. Please set it up first.');
}

/** Authorizes, and returns the id of the acting player. */
export function requirePlayer(ctx: Pick<Context, 'actor'>, action: Action): bigint {
  authorize(ctx, action);
  if (ctx.actor.kind !== 'player') throw new DomainError('FORBIDDEN', 'You are not allowed to do this.');
  return ctx.actor.userId;
}

/** Authorizes, and returns the id of the acting admin. */
export function requireAdmin(ctx: Pick<Context, 'actor'>, action: Action): bigint {
  authorize(ctx, action);
  if (ctx.actor.kind !== 'admin') throw new DomainError('FORBIDDEN', 'You are not allowed to do this.');
  return ctx.actor.userId;
}

/** Authorizes, and returns the id of the signed-in user, player or admin. */
export function requireMember(ctx: Pick<Context, 'actor'>, action: Action): bigint {
  authorize(ctx, action);
  if (ctx.actor.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Please log in.');
  if (ctx.actor.kind === 'system') throw new DomainError('FORBIDDEN', 'You are not allowed to do this.');
  return ctx.actor.userId;
}
