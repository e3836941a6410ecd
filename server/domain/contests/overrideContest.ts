import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import { parseReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { DomainError, invalidInput } from '../errors.ts';
import { requireAdmin } from '../permissions.ts';
import { isGameId } from './gameTypes.ts';

/** An override leaves players at least this long to cancel their bets (decisions, "Contests"). */
const LAST_CALL_MS = 5_000;

/**
 * Sets the winning number of a contest that still takes bets; a second override replaces the first. From then on the
 * contest is marked as the operator's, and its players may cancel. Returns the contest's id.
 * Refuses INVALID_INPUT, NOT_FOUND, OVERRIDE_TOO_LATE (the last 5 s before evaluationTime) and BETTING_CLOSED (after).
 */
export async function overrideContest(
  ctx: Context,
  input: { gameId: string; number: number; reason?: string | null | undefined },
): Promise<bigint> {
  const adminId = requireAdmin(ctx, 'contest:override');
  const { gameId, number } = input;
  if (!Number.isInteger(number) || number < 0 || number > 9) {
    throw invalidInput('number', 'number must be a whole number from 0 to 9');
  }
  const reason = parseReason(input.reason);
  if (!isGameId(gameId)) throw noSuchRound();
  const contest = await inTransaction(ctx.db, async (tx) => {
    const [found] = await tx.select({ id: contests.id }).from(contests).where(eq(contests.gameId, gameId));
    if (!found) throw noSuchRound();
    // Next in turn for the row that bets share.
    await tx.execute(sql`select hold_bets(${found.id})`);
    const [contest] = await tx.select().from(contests).where(eq(contests.id, found.id)).for('no key update');
    if (!contest) throw new Error(`contest ${gameId} vanished`);
    refuseLate(ctx, contest);
    await tx
      .update(contests)
      .set({ overrideNumber: number, overriddenAt: ctx.now, overriddenBy: adminId })
      .where(eq(contests.id, contest.id));
    await recordAudit(tx, ctx, {
      action: 'contest:override',
      subjectType: 'contest',
      subject: gameId,
      before: contest.overrideNumber === null ? undefined : { number: contest.overrideNumber },
      after: { number },
      reason,
    });
    return contest;
  });
  ctx.events.publish({
    type: 'contestChanged',
    gameType: contest.gameType,
    contestId: String(contest.id),
    phase: 'OPERATOR_MARKED',
  });
  return contest.id;
}

function noSuchRound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
}

function refuseLate(ctx: Context, { state, closesAt }: { state: string; closesAt: Date }): void {
  if (state !== 'OPEN' || ctx.now >= closesAt) {
    throw new DomainError('BETTING_CLOSED', 'Betting is closed for this round', {
      field: 'gameId',
      detail: 'a result can be set only while the round takes bets',
    });
  }
  if (ctx.now.getTime() >= closesAt.getTime() - LAST_CALL_MS) {
    throw new DomainError('OVERRIDE_TOO_LATE', 'It is too late to set the result of this round.', {
      field: 'gameId',
      detail: 'the last 5 seconds before betting closes belong to players who want to cancel',
    });
  }
}
