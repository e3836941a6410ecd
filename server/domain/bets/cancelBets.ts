import { eq, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { walletsChanged } from '../events.ts';
import { requirePlayer } from '../permissions.ts';
import { withIdempotency } from '../wallet/idempotency.ts';
import { lockAccounts } from '../wallet/ledger.ts';
import { paise } from '../wallet/money.ts';
import { contestNamed } from './contestNamed.ts';

export interface CancelledBets {
  contestId: bigint;
  /** How many bets were called off. */
  refunded: number;
  /** What came back for them. */
  amount: Paise;
  /** The player's available balance right after it, also when this is a repeated answer. */
  balanceAfter: Paise;
}

/**
 * Calls off all the player's live bets in a contest whose result an operator has set, while it still takes bets, and
 * refunds them in full (decisions.md, "Contests"). Refuses with NOT_FOUND an unknown contest, with BETTING_CLOSED one
 * past its evaluationTime, with NOTHING_TO_CANCEL one that no operator marked or where the player has no live bet.
 */
export async function cancelBets(
  ctx: Context,
  { gameId, idempotencyKey }: { gameId: string; idempotencyKey?: string | undefined },
): Promise<CancelledBets & { replayed: boolean }> {
  const playerId = requirePlayer(ctx, 'bet:cancel');
  const named = await contestNamed(ctx, gameId);
  if (named === null) throw new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
  const { id: contestId, gameType } = named;
  const call = { operation: 'cancelBets', key: idempotencyKey, payload: { gameId } };

  const { answer, replayed } = await withIdempotency(ctx, call, async (tx): Promise<CancelledBets> => {
    // The account before the contest, as place_bets does when it waits; the share keeps the contest from closing.
    const { availableId, available } = await lockAccounts(tx, playerId);
    const [contest] = await tx.select().from(contests).where(eq(contests.id, contestId)).for('share');
    if (contest === undefined) throw new Error(`contest ${gameId} vanished`);
    refuseUncancellable(ctx, contest);
    const refund = { contestId, contestAccountId: contest.accountId, playerId, availableId };
    const cancelled = await refundLiveBets(tx, refund, ctx.now);
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

function refuseUncancellable(ctx: Context, contest: typeof contests.$inferSelect): void {
  if (contest.state !== 'OPEN' || ctx.now >= contest.closesAt) {
    throw new DomainError('BETTING_CLOSED', 'Betting is closed for this round', {
      field: 'gameId',
      detail: 'bets can be cancelled only while the round takes bets',
      subjectId: contest.id,
    });
  }
  if (contest.overrideNumber === null) {
    throw new DomainError('NOTHING_TO_CANCEL', 'Bets can be cancelled only when the operator has set the result.', {
      field: 'gameId',
    });
  }
}

/** One cancellation and one refund transfer for each live bet. The caller holds the player's account and the contest. */
async function refundLiveBets(
  tx: Tx,
  refund: { contestId: bigint; contestAccountId: bigint; playerId: bigint; availableId: bigint },
  at: Date,
): Promise<{ refunded: number; amount: Paise }> {
  const { contestId, contestAccountId, playerId, availableId } = refund;
  const [totals] = await rawQuery<{ refunded: number; amount: Paise }>(
    tx,
    sql`with live as materialized (
          select id, amount from bets
           where contest_id = ${contestId} and player_id = ${playerId}
             and not exists (select from bet_cancellations c where c.bet_id = bets.id)),
        cancelled as (
          insert into bet_cancellations (bet_id, contest_id, created_at)
          select id, ${contestId}, ${at.toISOString()}::timestamptz from live),
        moved as (
          insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
          select ${contestAccountId}, ${availableId}, amount, 'bet_refund', id, ${at.toISOString()}::timestamptz from live)
        select count(*)::int as refunded, coalesce(sum(amount), 0)::bigint as amount from live`,
  );
  if (totals === undefined) throw new Error('a sum has no row');
  return totals;
}
