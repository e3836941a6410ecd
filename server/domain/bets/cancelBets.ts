import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { walletsChanged } from '../ground/verbs/events.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { withIdempotency } from '../wallet/idempotency.ts';
import { lockAccounts } from '../wallet/ledger.ts';
import { paise } from '../ground/values/money.ts';
import { decimal, remembered, unversioned, unversionedDecimal } from '../wallet/remembered.ts';
import { contestNamed } from './contestNamed.ts';

export interface CancelledBets {
  contestId: bigint;
  /** Number of cancelled bets. */
  refunded: number;
  /** Total refund. */
  amount: Paise;
  /** The player's available balance right after it, also when this is a repeated answer. */
  balanceAfter: Paise;
}

const cancellingForm = z.union([
  z.object({ v: z.literal(1), contestId: decimal, refunded: z.int(), amount: decimal, balanceAfter: decimal }),
  z.object({
    ...unversioned,
    contestId: unversionedDecimal,
    refunded: z.int(),
    amount: unversionedDecimal,
    balanceAfter: unversionedDecimal,
  }),
]);

const rememberedCancelling = remembered<CancelledBets, z.output<typeof cancellingForm>>(
  cancellingForm,
  ({ contestId, refunded, amount, balanceAfter }) => ({
    v: 1,
    contestId: String(contestId),
    refunded,
    amount: String(amount),
    balanceAfter: String(balanceAfter),
  }),
  (_tx, { contestId, refunded, amount, balanceAfter }) => ({
    contestId,
    refunded,
    amount: paise(amount),
    balanceAfter: paise(balanceAfter),
  }),
);

export const cancelBetsVerb = verb({
  name: 'cancelBets',
  may: 'bet:cancel',
  countsAs: 'other',
  idempotent: true,
  audit: [],
  refusals: ['NOT_FOUND', 'NOTHING_TO_CANCEL', 'BETTING_CLOSED'],
});

/**
 * Cancels all the player's active bets in a contest whose result an operator has set, until its evaluationTime, and
 * refunds them in full. Refuses with NOT_FOUND an unknown contest, with BETTING_CLOSED one past its evaluationTime by
 * the clock once the contest is locked, with NOTHING_TO_CANCEL one that no operator marked or where the player has no
 * active bet.
 */
export async function cancelBets(
  ctx: Context,
  { gameId, idempotencyKey }: { gameId: string; idempotencyKey?: string | undefined },
): Promise<CancelledBets & { replayed: boolean }> {
  const playerId = requirePlayer(ctx, cancelBetsVerb.may);
  const named = await contestNamed(ctx, gameId);
  if (named === null) throw new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
  const { id: contestId, gameType } = named;
  const call = { verb: cancelBetsVerb, remembered: rememberedCancelling, key: idempotencyKey, payload: { gameId } };

  const { answer, replayed } = await withIdempotency(ctx, call, async (tx): Promise<CancelledBets> => {
    // The account before the contest, as in place_numbered_bets when it waits; the shared lock prevents the contest from
    // closing.
    const { available } = await lockAccounts(tx, playerId);
    await tx.execute(sql`select lock_contest(${contestId}, true)`);
    const [contest] = await tx.select().from(contests).where(eq(contests.id, contestId));
    if (contest === undefined) throw new Error(`contest ${gameId} vanished`);
    // Read again, because waiting for the locks may have taken long.
    const now = new Date(ctx.clock.now());
    refuseUncancellable(now, contest);
    const cancelled = await refundLiveBets(tx, contestId, playerId, now);
    if (cancelled.refunded === 0) {
      throw new DomainError('NOTHING_TO_CANCEL', 'You have no bets to cancel in this round.', { field: 'gameId' });
    }
    return { contestId, ...cancelled, balanceAfter: paise(available + cancelled.amount) };
  });
  if (!replayed) {
    ctx.events.publish(...walletsChanged([playerId]), {
      type: 'stakesChanged',
      gameType,
      contestId: String(contestId),
    });
  }
  return { ...answer, replayed };
}

function refuseUncancellable(now: Date, contest: typeof contests.$inferSelect): void {
  if (contest.state !== 'OPEN' || now >= contest.closesAt) {
    throw new DomainError('BETTING_CLOSED', 'Betting is closed for this round', {
      field: 'gameId',
      detail: 'bets can be cancelled only before betting closes',
      contestId: contest.id,
    });
  }
  if (contest.overrideNumber === null) {
    throw new DomainError('NOTHING_TO_CANCEL', 'Bets can be cancelled only when the operator has set the result.', {
      field: 'gameId',
    });
  }
}

/**
 * One cancellation and one refund transfer for each active bet. The caller has locked the player's account and the
 * contest.
 */
async function refundLiveBets(
  tx: Tx,
  contestId: bigint,
  playerId: bigint,
  at: Date,
): Promise<{ refunded: number; amount: Paise }> {
  const [totals] = await rawQuery<{ refunded: number; amount: Paise }>(
    tx,
    sql`select refunded, amount from cancel_bets(${contestId}, ${playerId}, ${at.toISOString()})`,
  );
  if (totals === undefined) throw new Error('a sum has no row');
  return totals;
}
