import { and, eq } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { inTransaction } from '../../../db/client.ts';
import { playLimits } from '../../../db/schema/safety.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { lockAccounts } from '../wallet/ledger.ts';
import { checkAmount } from '../ground/values/money.ts';
import { amountAt, type LimitKind, type LimitPeriod } from './playLimits.ts';

/** After which a limit is loosened or removed. */
const LOOSENED_AFTER_MS = 24 * 60 * 60 * 1000;

export const setPlayLimitVerb = verb({
  name: 'setPlayLimit',
  may: 'playSafety:set',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * Sets one of the player's limits, or removes it with `amount` null. A tighter one is in force at once and replaces a
 * change that was to come; a looser one, or none, is in force after 24 hours. Refuses with INVALID_INPUT an amount out of
 * range.
 */
export async function setPlayLimit(
  ctx: Context,
  { kind, period, amount }: { kind: LimitKind; period: LimitPeriod; amount: Paise | null },
): Promise<void> {
  const playerId = requirePlayer(ctx, setPlayLimitVerb.may);
  if (amount !== null) checkAmount(amount);
  await inTransaction(ctx.db, async (tx) => {
    // Before the row is read, so that two changes come one after the other.
    await lockAccounts(tx, playerId);
    const place = { playerId, kind, period };
    const [row] = await tx
      .select()
      .from(playLimits)
      .where(and(eq(playLimits.playerId, playerId), eq(playLimits.kind, kind), eq(playLimits.period, period)));
    const current = amountAt(row, ctx.now);
    const isLooser = current !== null && (amount === null || amount > current);
    const change = isLooser
      ? { amount: current, nextAmount: amount, nextAt: new Date(ctx.now.getTime() + LOOSENED_AFTER_MS) }
      : { amount, nextAmount: null, nextAt: null };
    await tx
      .insert(playLimits)
      .values({ ...place, ...change })
      .onConflictDoUpdate({ target: [playLimits.playerId, playLimits.kind, playLimits.period], set: change });
  });
}
