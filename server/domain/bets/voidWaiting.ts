import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { inTransaction, type Queryable, rawQuery, type Tx } from '../../../db/client.ts';
import { contests, voidNotices } from '../../../db/schema/contests.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { storedRound } from '../contests/beaconRounds.ts';
import { VOIDABLE_AFTER_MS } from '../contests/contestView.ts';
import { lockGame } from '../contests/gameLock.ts';
import { waiting } from '../contests/waiting.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { contestNamed } from './contestNamed.ts';
import { refundAtOnce } from './voidContest.ts';

/*
 * A contest under colour-pf/2 waits for the beacon however long that takes: whoever could make it void would know what it withholds.
 * A week after its end an owner may announce that it becomes void; another owner may carry that out at once, any owner after 24
 * hours, and any owner may stop it. The database holds the same rules (may_void_waiting, guard_void_notice).
 */

/** How long any other owner may stop what one has announced. */
const NOTICE_MS = 24 * 3_600_000;

/** A standing announcement. */
export interface VoidNotice {
  contestId: bigint;
  /** Public. */
  reason: string;
  madeBy: bigint;
  madeAt: Date;
  /** From then on the owner who made the announcement may carry it out too. */
  effectiveAt: Date;
}

const ofOwners = { may: 'contest:voidWaiting', countsAs: 'other', idempotent: false } as const;

export const announceVoidVerb = verb({
  ...ofOwners,
  name: 'announceVoid',
  audit: ['contest:announceVoid'],
  refusals: ['NOT_FOUND'],
});

export const stopVoidVerb = verb({
  ...ofOwners,
  name: 'stopVoid',
  audit: ['contest:stopVoid'],
  refusals: ['NOT_FOUND'],
});

export const voidWaitingContestVerb = verb({
  ...ofOwners,
  name: 'voidWaitingContest',
  audit: ['contest:void'],
  refusals: ['NOT_FOUND'],
});

/** Standing announcements of these contests, in their order; null where there is none. */
export async function standingNotices(ctx: Context, contestIds: readonly bigint[]): Promise<(VoidNotice | null)[]> {
  authorize(ctx, 'contest:read');
  return readStanding(ctx.db, contestIds);
}

async function readStanding(db: Queryable, contestIds: readonly bigint[]): Promise<(VoidNotice | null)[]> {
  const rows = await db
    .select()
    .from(voidNotices)
    .where(and(inArray(voidNotices.contestId, [...contestIds]), isNull(voidNotices.stoppedAt)));
  const found = new Map(rows.map((row) => [row.contestId, noticeOf(row)]));
  return contestIds.map((id) => found.get(id) ?? null);
}

/**
 * Announces that a contest becomes void, which has waited for the beacon for a week, with a public reason. Every admin is notified.
 * Returns the contest's id. Refuses NOT_FOUND, and INVALID_INPUT a wrong reason, a contest that doesn't wait or not for a week
 * yet, and one that has a standing announcement.
 */
export async function announceVoid(
  ctx: Context,
  input: { gameId: string; reason: string },
): Promise<{ contestId: bigint }> {
  const madeBy = requireAdmin(ctx, announceVoidVerb.may);
  const reason = requireReason(input.reason);
  return onWaiting(ctx, input.gameId, async (tx, { id, gameId, endsAt }) => {
    const from = new Date(endsAt.getTime() + VOIDABLE_AFTER_MS);
    if (ctx.now < from)
      throw invalidInput('gameId', `This round can be announced to become void from ${from.toISOString()} on.`);
    const [notice] = await readStanding(tx, [id]);
    if (notice) throw invalidInput('gameId', 'This is announced already.');
    await tx.insert(voidNotices).values({ contestId: id, reason, madeBy, madeAt: ctx.now });
    await recordAudit(tx, ctx, { action: 'contest:announceVoid', subjectType: 'contest', subject: gameId, reason });
    const data = { gameId, reason };
    const cause = `void-announced:${id}:${ctx.now.getTime()}`;
    return (await notifyAdmins(tx, ctx, { kind: 'VOID_ANNOUNCED', data, cause, at: ctx.now })).map(notificationAdded);
  });
}

/**
 * Stops a standing announcement, for any owner. Returns the contest's id. Refuses NOT_FOUND, and INVALID_INPUT a wrong reason and a
 * contest without one.
 */
export async function stopVoid(
  ctx: Context,
  input: { gameId: string; reason: string },
): Promise<{ contestId: bigint }> {
  const stoppedBy = requireAdmin(ctx, stopVoidVerb.may);
  const reason = requireReason(input.reason);
  return onWaiting(ctx, input.gameId, async (tx, { id, gameId }) => {
    await standingNotice(tx, id);
    await tx
      .update(voidNotices)
      .set({ stoppedAt: ctx.now, stoppedBy })
      .where(and(eq(voidNotices.contestId, id), isNull(voidNotices.stoppedAt)));
    await recordAudit(tx, ctx, { action: 'contest:stopVoid', subjectType: 'contest', subject: gameId, reason });
    return [];
  });
}

/**
 * Makes a contest void as announced: for another owner than who announced it, and for that one after 24 hours. Every live stake is
 * refunded, the other admins are notified. Returns the contest's id. Refuses NOT_FOUND, and INVALID_INPUT a contest without an
 * announcement, one that is too new, and one whose number of the beacon has come.
 */
export async function voidWaitingContest(ctx: Context, input: { gameId: string }): Promise<{ contestId: bigint }> {
  const adminId = requireAdmin(ctx, voidWaitingContestVerb.may);
  const { contestId } = await onWaiting(ctx, input.gameId, async (tx, { id, gameId, gameType }) => {
    const { madeBy, effectiveAt, reason } = await standingNotice(tx, id);
    if (madeBy === adminId && ctx.now < effectiveAt) {
      throw invalidInput('gameId', `Another owner may do this now, and you from ${effectiveAt.toISOString()} on.`);
    }
    const [row] = await rawQuery<{ voided: boolean }>(
      tx,
      sql`select void_waiting_contest(${id}, ${adminId}, ${ctx.now.toISOString()}) as voided`,
    );
    if (row?.voided !== true) throw notWaiting();
    await recordAudit(tx, ctx, {
      action: 'contest:void',
      subjectType: 'contest',
      subject: gameId,
      before: { state: 'CLOSED' },
      after: { state: 'VOID' },
      reason,
    });
    const data = { gameId, reason };
    const notices = await notifyAdmins(tx, ctx, { kind: 'ROUND_MADE_VOID', data, cause: `voided:${id}`, at: ctx.now });
    return [
      { type: 'contestChanged', gameType, contestId: String(id), phase: 'VOIDED' },
      ...notices.map(notificationAdded),
    ];
  });
  await refundAtOnce(ctx, contestId);
  return { contestId };
}

/** Does `work` on a contest that waits for the beacon, in a transaction in which it isn't decided; publishes the events. */
async function onWaiting(
  ctx: Context,
  gameId: string,
  work: (tx: Tx, contest: typeof contests.$inferSelect) => Promise<DomainEvent[]>,
): Promise<{ contestId: bigint }> {
  const named = await contestNamed(ctx, gameId);
  if (named === null) throw new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
  const events = await inTransaction(ctx.db, async (tx) => {
    await lockGame(tx, named.gameType);
    const decidable = and(eq(contests.id, named.id), waiting, isNotNull(contests.betsRoot));
    const [contest] = await tx.select().from(contests).where(decidable);
    if (!contest || contest.beaconRound === null) throw notWaiting();
    if ((await storedRound(tx, contest.beaconRound)) !== null) throw notWaiting();
    return work(tx, contest);
  });
  ctx.events.publish(...events);
  return { contestId: named.id };
}

async function standingNotice(tx: Tx, contestId: bigint): Promise<VoidNotice> {
  const [notice] = await readStanding(tx, [contestId]);
  if (!notice) throw invalidInput('gameId', 'It is not announced that this round becomes void.');
  return notice;
}

function noticeOf({ contestId, reason, madeBy, madeAt }: typeof voidNotices.$inferSelect): VoidNotice {
  return { contestId, reason, madeBy, madeAt, effectiveAt: new Date(madeAt.getTime() + NOTICE_MS) };
}

function notWaiting(): DomainError {
  return invalidInput('gameId', 'This round does not wait for the public beacon.');
}
