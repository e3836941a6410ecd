import { sql } from 'drizzle-orm';
import { playGuards } from '../../../db/schema/safety.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Six weeks. */
const MAX_DAYS = 42;

export const startTimeOutVerb = verb({
  name: 'startTimeOut',
  may: 'playSafety:set',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * Begins a time-out of 1 to 42 days: no bets and no deposits. One that is in force can be made longer, not shorter.
 * Refuses with INVALID_INPUT another number of days.
 */
export async function startTimeOut(ctx: Context, { days }: { days: number }): Promise<void> {
  const playerId = requirePlayer(ctx, startTimeOutVerb.may);
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw invalidInput('days', `days must be a whole number from 1 to ${MAX_DAYS}`);
  }
  const timeOutUntil = new Date(ctx.now.getTime() + days * DAY_MS);
  await ctx.db
    .insert(playGuards)
    .values({ playerId, timeOutUntil })
    .onConflictDoUpdate({
      target: playGuards.playerId,
      set: { timeOutUntil: sql`greatest(${playGuards.timeOutUntil}, excluded.time_out_until)` },
    });
}
