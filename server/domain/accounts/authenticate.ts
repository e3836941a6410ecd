import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { secondFactors, sessions, users } from '../../../db/schema/accounts.ts';
import type { AdminRole } from '../adminRoles.ts';
import type { Actor, Context } from '../context.ts';
import type { SignedInActor } from '../liveTokens.ts';

/** `last_seen_at` is written at most this often per session. */
const SEEN_EVERY_MS = 60_000;

/**
 * The actor of an access token; anonymous if it isn't signed by this installation, has expired, or its session has
 * ended on any server. Cheap: see LiveTokens.
 */
export async function authenticate(ctx: Context, accessToken: string): Promise<Actor> {
  const known = ctx.liveTokens.find(accessToken, ctx.now);
  if (known !== undefined) return known;
  const mark = ctx.liveTokens.mark();
  const claims = await ctx.tokens.readAccess(accessToken, ctx.now);
  if (claims === null) return { kind: 'anonymous' };
  const actor = await liveActor(ctx, claims.sessionId);
  if (actor?.userId !== claims.userId) return { kind: 'anonymous' };
  ctx.liveTokens.remember(accessToken, actor, { expiresAt: claims.expiresAt, now: ctx.now, mark });
  return actor;
}

/** The actor of an active session. */
export async function liveActor(ctx: Context, sessionId: bigint): Promise<SignedInActor | undefined> {
  const [row] = await ctx.db
    .select({
      userId: users.id,
      kind: users.userType,
      roles: users.roles,
      lastSeenAt: sessions.lastSeenAt,
      factorId: secondFactors.id,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, and(eq(secondFactors.userId, users.id), isNotNull(secondFactors.confirmedAt)))
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, ctx.now),
        eq(users.status, 'active'),
      ),
    );
  if (row === undefined) return undefined;
  if (ctx.now.getTime() - row.lastSeenAt.getTime() >= SEEN_EVERY_MS) {
    await ctx.db.update(sessions).set({ lastSeenAt: ctx.now }).where(eq(sessions.id, sessionId));
  }
  const { kind, userId, roles } = row;
  const mustEnrol = kind === 'admin' && row.factorId === null && ctx.config.adminSecondFactor === 'required';
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
