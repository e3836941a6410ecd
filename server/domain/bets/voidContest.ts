import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { contestNamed } from './contestNamed.ts';
import { refundVoid } from './refundVoid.ts';

/** How far a server's clock may be behind the database's (v_slack in guard_contest_change). */
const CLOCK_TOLERANCE_MS = 100;

export const voidContestVerb = verb({
  name: 'voidContest',
  may: 'contest:void',
  countsAs: 'other',
  idempotent: false,
  audit: ['contest:void'],
  refusals: ['NOT_FOUND', 'BETTING_CLOSED'],
});

/**
 * Makes a running contest void before its evaluationTime, with a public reason: it gets no number, and every live stake
 * is refunded. The other admins are notified, and its players with their refunds. Returns the contest's id. Refuses
 * INVALID_INPUT, NOT_FOUND, and BETTING_CLOSED from evaluationTime on, by the clocks of the server and of the database
 * once the contest is locked, and for a contest that is void already.
 */
export async function voidContest(ctx: Context, input: { gameId: string; reason: string }): Promise<bigint> {
  const adminId = requireAdmin(ctx, voidContestVerb.may);
  const { gameId } = input;
  const reason = requireReason(input.reason);
  const named = await contestNamed(ctx, gameId);
  if (named === null) throw new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
  const { id, gameType } = named;
  const notices = await inTransaction(ctx.db, async (tx) => {
    // Waits for the bets in flight: they are refunded too.
    await tx.execute(sql`select hold_bets(${id}), lock_contest(${id}, false)`);
    const [locked] = await tx
      .select({ contest: contests, databaseNow: sql<number | null>`(extract(epoch from db_now()) * 1000)::float8` })
      .from(contests)
      .where(eq(contests.id, id));
    if (!locked) throw new Error(`contest ${gameId} vanished`);
    // Read again, because waiting for the locks may have taken long.
    const at = new Date(Math.max(ctx.clock.now(), (locked.databaseNow ?? -Infinity) - CLOCK_TOLERANCE_MS));
    refuseClosed(at, locked.contest);
    await tx.execute(sql`select void_contest(${id}, ${reason}, ${adminId}, ${at.toISOString()})`);
    const data = { gameId, reason };
    const added = await notifyAdmins(tx, ctx, { kind: 'ROUND_MADE_VOID', data, cause: `voided:${id}`, at });
    await recordAudit(tx, ctx, {
      action: voidContestVerb.audit[0],
      subjectType: 'contest',
      subject: gameId,
      before: { state: 'OPEN' },
      after: { state: 'VOID' },
      reason,
    });
    return added;
  });
  ctx.events.publish(
    { type: 'contestChanged', gameType, contestId: String(id), phase: 'VOIDED' },
    ...notices.map(notificationAdded),
  );
  await refundVoid(ctx, id).catch((error: unknown) =>
    ctx.log.error({ err: error, gameId }, 'a void round is not fully refunded; the next turn of its game goes on'),
  );
  return id;
}

function refuseClosed(now: Date, { id, state, closesAt }: typeof contests.$inferSelect): void {
  if (state === 'OPEN' && now < closesAt) return;
  throw new DomainError('BETTING_CLOSED', 'Betting is closed for this round', {
    field: 'gameId',
    detail: state === 'VOID' ? 'this round is void already' : 'a round can be made void only before betting closes',
    contestId: id,
  });
}
