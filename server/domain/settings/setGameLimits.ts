import { sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { gameLimits } from '../../../db/schema/contests.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { checkAmount } from '../ground/values/money.ts';
import { readGameLimits, type GameLimits, type Limits } from './gameLimits.ts';

export const setGameLimitsVerb = verb({
  name: 'setGameLimits',
  may: 'limits:set',
  countsAs: 'other',
  idempotent: false,
  audit: ['settings:limits'],
  refusals: [],
});

/**
 * Sets all limits of a game's rounds that open from now on; null removes one. Running rounds keep what they opened with.
 * Refuses with INVALID_INPUT a wrong amount, a smallest bet above the largest bet or the stake, and a reason of less than
 * 10 characters.
 */
export async function setGameLimits(
  ctx: Context,
  { reason: given, ...limits }: GameLimits & { reason: string },
): Promise<GameLimits> {
  requireAdmin(ctx, setGameLimitsVerb.may);
  const { gameType, minBet, maxBet, maxStake, maxPayout } = limits;
  checkLimits(limits);
  const reason = requireReason(given);
  await inTransaction(ctx.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('game_limits', 0))`);
    const before = await readGameLimits(tx, gameType);
    const set = { minBet, maxBet, maxStake, maxPayout };
    await tx
      .insert(gameLimits)
      .values({ gameType, ...set })
      .onConflictDoUpdate({ target: gameLimits.gameType, set });
    await recordAudit(tx, ctx, {
      action: setGameLimitsVerb.audit[0],
      subjectType: 'settings',
      subject: gameType,
      before: { ...before },
      after: { gameType, ...set },
      reason,
    });
  });
  ctx.events.publish({ type: 'settingsChanged' });
  return { gameType, minBet, maxBet, maxStake, maxPayout };
}

function checkLimits(limits: Limits): void {
  for (const name of ['minBet', 'maxBet', 'maxStake', 'maxPayout'] as const) {
    const amount = limits[name];
    if (amount !== null) checkAmount(amount, name);
  }
  const { minBet, maxBet, maxStake } = limits;
  if (minBet === null) return;
  if (maxBet !== null && minBet > maxBet) throw invalidInput('minBet', 'minBet must not be above maxBet');
  if (maxStake !== null && minBet > maxStake) throw invalidInput('minBet', 'minBet must not be above maxStake');
}
