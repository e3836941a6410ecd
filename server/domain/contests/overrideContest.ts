import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import { type GivenReason, requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { DomainError, invalidInput } from '../errors.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { isGameId } from './gameTypes.ts';

/** After an override, players have at least this long to cancel their bets. */
const OVERRIDE_CUTOFF_MS = 5_000;
/** How far a server's clock may be behind the database's (v_slack in guard_contest_change). */
const CLOCK_TOLERANCE_MS = 100;

export const overrideContestVerb = verb({
  name: 'overrideContest',
  may: 'contest:override',
  countsAs: 'other',
  idempotent: false,
  audit: ['contest:override'],
  refusals: ['NOT_FOUND', 'BETTING_CLOSED', 'OVERRIDE_TOO_LATE'],
});

/**
 * Sets the winning number of a contest before its evaluationTime; a second override replaces the first. From then on the
 * contest is marked as the operator's, takes no new bets, and its players may cancel; the other admins are notified.
 * Returns the contest's id.
 * Refuses INVALID_INPUT, NOT_FOUND, OVERRIDE_TOO_LATE (the last 5 s before evaluationTime) and BETTING_CLOSED (after),
 * by the clocks of the server and of the database once the contest is locked.
 */
export async function overrideContest(
  ctx: Context,
  input: { gameId: string; number: number; reason: GivenReason },
): Promise<bigint> {
  const adminId = requireAdmin(ctx, overrideContestVerb.may);
  const { gameId, number } = input;
  if (!Number.isInteger(number) || number < 0 || number > 9) {
    throw invalidInput('number', 'number must be a whole number from 0 to 9');
  }
  const reason = requireReason(input.reason);
  if (!isGameId(gameId)) throw noSuchRound();
  const { contest, notices } = await inTransaction(ctx.db, async (tx) => {
    const [found] = await tx.select({ id: contests.id }).from(contests).where(eq(contests.gameId, gameId));
    if (!found) throw noSuchRound();
    // Bets lock the contest's row in shared mode; this waits for those in flight.
    await tx.execute(sql`select hold_bets(${found.id}), lock_contest(${found.id}, false)`);
    const [locked] = await tx
      .select({ contest: contests, databaseNow: sql<number | null>`(extract(epoch from db_now()) * 1000)::float8` })
      .from(contests)
      .where(eq(contests.id, found.id));
    if (!locked) throw new Error(`contest ${gameId} vanished`);
    const { contest, databaseNow } = locked;
    // Read again, because waiting for the locks may have taken long. A server's clock may be behind the database's, which
    // refuses by its own (guard_contest_change).
    const now = new Date(Math.max(ctx.clock.now(), (databaseNow ?? -Infinity) - CLOCK_TOLERANCE_MS));
    refuseLate(now, contest);
    await tx.execute(
      sql`select override_contest(${contest.id}, ${number}::smallint, ${adminId}, ${now.toISOString()})`,
    );
    const notices = await notifyAdmins(tx, ctx, {
      kind: 'RESULT_SET',
      data: { gameId, number, reason },
      cause: `override:${contest.id}:${now.getTime()}`,
      at: now,
    });
    await recordAudit(tx, ctx, {
      action: overrideContestVerb.audit[0],
      subjectType: 'contest',
      subject: gameId,
      before: contest.overrideNumber === null ? undefined : { number: contest.overrideNumber },
      after: { number },
      reason,
    });
    return { contest, notices };
  });
  ctx.events.publish(
    {
      type: 'contestChanged',
      gameType: contest.gameType,
      contestId: String(contest.id),
      phase: 'OPERATOR_MARKED',
    },
    ...notices.map(notificationAdded),
  );
  return contest.id;
}

function noSuchRound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
}

function refuseLate(now: Date, { id, state, closesAt }: { id: bigint; state: string; closesAt: Date }): void {
  if (state !== 'OPEN' || now >= closesAt) {
    throw new DomainError('BETTING_CLOSED', 'Betting is closed for this round', {
      field: 'gameId',
      detail: 'a result can be set only before betting closes',
      contestId: id,
    });
  }
  if (now.getTime() >= closesAt.getTime() - OVERRIDE_CUTOFF_MS) {
    throw new DomainError('OVERRIDE_TOO_LATE', 'It is too late to set the result of this round.', {
      field: 'gameId',
      detail: 'the last 5 seconds before betting closes belong to players who want to cancel',
    });
  }
}
