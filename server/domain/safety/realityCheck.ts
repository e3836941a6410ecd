import { and, eq, isNotNull } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { playGuards } from '../../../db/schema/safety.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lockAccounts } from '../wallet/ledger.ts';

const MIN_MINUTES = 15;
const MAX_MINUTES = 60;

export const setRealityCheckVerb = verb({
  name: 'setRealityCheck',
  may: 'playSafety:set',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * Chooses after how many minutes of play bets wait for an answer, 15 to 60; null: never. Counts from now. Refuses with
 * INVALID_INPUT another number.
 */
export async function setRealityCheck(ctx: Context, { minutes }: { minutes: number | null }): Promise<void> {
  const playerId = requirePlayer(ctx, setRealityCheckVerb.may);
  if (minutes !== null && (!Number.isInteger(minutes) || minutes < MIN_MINUTES || minutes > MAX_MINUTES)) {
    throw invalidInput('minutes', `minutes must be a whole number from ${MIN_MINUTES} to ${MAX_MINUTES}`);
  }
  const chosen = { realityMinutes: minutes, answeredAt: ctx.now };
  await ctx.db
    .insert(playGuards)
    .values({ playerId, ...chosen })
    .onConflictDoUpdate({ target: playGuards.playerId, set: chosen });
}

export const answerRealityCheckVerb = verb({
  name: 'answerRealityCheck',
  may: 'playSafety:set',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/** Answers the reality check: bets are taken again, and its minutes count from now. Without one nothing happens. */
export async function answerRealityCheck(ctx: Context): Promise<void> {
  const playerId = requirePlayer(ctx, answerRealityCheckVerb.may);
  await inTransaction(ctx.db, async (tx) => {
    // place_numbered_bets locks the account before the guard: the other order would be a deadlock.
    await lockAccounts(tx, playerId);
    await tx
      .update(playGuards)
      .set({ answeredAt: ctx.now })
      .where(and(eq(playGuards.playerId, playerId), isNotNull(playGuards.realityMinutes)));
  });
}
