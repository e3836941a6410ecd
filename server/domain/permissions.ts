import type { Actor, Context } from './context.ts';
import { DomainError } from './errors.ts';

type ActorKind = Actor['kind'];

const players = ['player'] as const;
const admins = ['admin'] as const;
const members = ['player', 'admin'] as const;
const system = ['system'] as const;
const everybody = ['anonymous', 'player', 'admin', 'system'] as const;

/**
 * Every action and who may perform it (server/domain/README.md#who-may-do-what). Closed: an action that isn't in this
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
  'account:close': players,
  'profile:update': members,
  'download:create': members,

  // contests, public
  'contest:read': everybody,
  'recentWins:read': everybody,

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
  'ticket:read': members,
  'ticket:answer': members,
  'document:read': members,
  'notification:read': members,
  'notification:mark': members,

  // running the platform
  'transaction:readAll': admins,
  'transaction:decide': admins,
  'savedFilter:own': admins,
  'settings:read': admins,
  'settings:change': admins,
  'contest:override': admins,
  'contest:readFigures': admins,
  'payee:manage': admins,
  'admin:register': admins,
  'member:read': admins,
  'member:deactivate': admins,
  'member:reactivate': admins,
  'secondFactor:reset': admins,
  'ticket:readAll': admins,
  'ticket:resolve': admins,
  'feedback:read': admins,
  'stats:read': admins,
  'finance:read': admins,
  'audit:read': admins,
  'export:read': admins,

  // the server's own work
  'primaryAdmin:ensure': system,
  'secondFactor:resetPrimary': system,
  'payee:seed': system,
  'mail:deliver': system,
  'rows:purge': system,
  'contest:advance': system,
  'contest:settle': system,
  'chain:rotate': system,
  'ledger:audit': system,
  'activity:fold': system,
} satisfies Record<string, readonly ActorKind[]>;

export type Action = keyof typeof permissions;

/** Every action, for tests and documentation. */
export const actions = Object.keys(permissions) as Action[];

/** Whether this kind of actor may perform it at all. */
export function allows(kind: ActorKind, action: Action): boolean {
  const allowed: readonly ActorKind[] = permissions[action];
  return allowed.includes(kind);
}

/** What somebody may do who must have a second factor and has none yet. */
const beforeEnrolment: ReadonlySet<Action> = new Set([
  'session:open',
  'session:renew',
  'session:close',
  'password:change',
  'secondFactor:manageOwn',
]);

/**
 * Refuses with UNAUTHENTICATED without a session, with FORBIDDEN for the wrong role, with OTP_ENROLMENT_REQUIRED whoever
 * has to set up a second factor first.
 */
export function authorize(ctx: Pick<Context, 'actor'>, action: Action): void {
  if (!beforeEnrolment.has(action)) refuseUnenrolled(ctx);
  if (allows(ctx.actor.kind, action)) return;
  if (ctx.actor.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Please log in.');
  throw new DomainError('FORBIDDEN', 'You are not allowed to do this.', {
    detail: `${action} is not for ${ctx.actor.kind}s`,
  });
}

/** Refuses with OTP_ENROLMENT_REQUIRED an actor who must have a second factor and has none. */
export function refuseUnenrolled({ actor }: Pick<Context, 'actor'>): void {
  if ('mustEnrol' in actor && actor.mustEnrol) throw enrolmentRequired();
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
