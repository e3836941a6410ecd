import type { AdminRole } from '../../ground/actors/adminRoles.ts';
import type { Actor, Context } from '../../ground/verbs/context.ts';
import type { SignedInActor } from '../../ground/actors/liveTokens.ts';

/**
 * The actor of an access token; anonymous if it isn't signed by this installation, has expired, or its session has
 * ended on any server. Cheap: see LiveTokens.
 */
export async function authenticate(ctx: Context, accessToken: string): Promise<Actor> {
  const known = ctx.liveTokens.find(accessToken, ctx.now, (id) =>
    ctx.sessions.recheck(id, () => ctx.liveTokens.forget(id)),
  );
  if (known !== undefined) return known;
  const mark = ctx.liveTokens.mark();
  const claims = ctx.tokens.readAccess(accessToken, ctx.now);
  if (claims === null) return { kind: 'anonymous' };
  const actor = await liveActor(ctx, claims.sessionId);
  if (actor?.userId !== claims.userId) return { kind: 'anonymous' };
  ctx.liveTokens.remember(accessToken, actor, { expiresAt: claims.expiresAt, now: ctx.now, mark });
  return actor;
}

/** The actor of an active session. */
export async function liveActor(ctx: Context, sessionId: bigint): Promise<SignedInActor | undefined> {
  const session = await ctx.sessions.find(sessionId);
  if (session === undefined || session.expiresAt <= ctx.now) return undefined;
  const { kind, userId, roles, hasSecondFactor } = session;
  const mustEnrol = kind === 'admin' && !hasSecondFactor && ctx.config.adminSecondFactor === 'required';
  return { ...actorOf({ kind, userId, roles, sessionId }), ...(mustEnrol && { mustEnrol }) };
}

/** The actor of a user's session. */
export function actorOf({
  kind,
  userId,
  roles,
  sessionId,
}: {
  kind: SignedInActor['kind'];
  userId: bigint;
  roles: readonly AdminRole[];
  sessionId: bigint;
}): SignedInActor {
  return kind === 'admin' ? { kind, userId, sessionId, roles } : { kind, userId, sessionId };
}
