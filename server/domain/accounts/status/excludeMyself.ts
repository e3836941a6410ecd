import { inTransaction } from '../../../../db/client.ts';
import { playGuards } from '../../../../db/schema/safety.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { invalidInput } from '../../ground/refusals/errors.ts';
import { requirePlayer } from '../../ground/actors/permissions.ts';
import { readPauses } from '../../safety/playPauses.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { excludeEmail } from './exclusion.ts';
import { invalidateLinks } from '../links/invalidateLinks.ts';
import { endSessions, forgetSessions } from '../sessions/session.ts';
import { lockUser } from '../users/user.ts';

const MIN_MONTHS = 6;
const MAX_MONTHS = 120;

export const excludeMyselfVerb = verb({
  name: 'excludeMyself',
  may: 'playSafety:set',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * Excludes the player from playing for 6 to 120 months, or for ever: all sessions end, log-in and registering again with
 * this email are refused. Nobody can make it shorter. Returns when it ends; null: never. Refuses with INVALID_INPUT
 * anything but exactly one of `months` and `forever`.
 */
export async function excludeMyself(
  ctx: Context,
  { months, forever }: { months?: number | undefined; forever?: boolean | undefined },
): Promise<{ until: Date | null }> {
  const playerId = requirePlayer(ctx, excludeMyselfVerb.may);
  const asked = endOf(ctx.now, months, forever ?? false);
  const { until, ended } = await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, playerId);
    if (user === undefined) throw new Error(`player ${playerId} vanished`);
    const { exclusion } = await readPauses(tx, playerId, ctx.now);
    const later = exclusion === null ? asked : laterOf(exclusion.until, asked);
    const change = { excludedAt: exclusion?.since ?? ctx.now, excludedUntil: later };
    await tx
      .insert(playGuards)
      .values({ playerId, ...change })
      .onConflictDoUpdate({ target: playGuards.playerId, set: change });
    await excludeEmail(tx, ctx, user.email, later);
    await invalidateLinks(tx, ctx, playerId);
    return { until: later, ended: await endSessions(tx, ctx, { userId: playerId }, 'self_exclusion') };
  });
  forgetSessions(ctx, ended);
  return { until };
}

function endOf(now: Date, months: number | undefined, forever: boolean): Date | null {
  if (forever === (months !== undefined)) throw invalidInput('months', 'either months or forever must be given');
  if (months === undefined) return null;
  if (!Number.isInteger(months) || months < MIN_MONTHS || months > MAX_MONTHS) {
    throw invalidInput('months', `months must be a whole number from ${MIN_MONTHS} to ${MAX_MONTHS}`);
  }
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end;
}

function laterOf(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return null;
  return a > b ? a : b;
}
