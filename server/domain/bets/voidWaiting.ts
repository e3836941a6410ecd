import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import { contests, voidNotices } from '../../../db/schema/contests.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../context.ts';
import { VOIDABLE_AFTER_MS } from '../contests/contestView.ts';
import { lockGame } from '../contests/gameLock.ts';
import { DomainError, invalidInput } from '../errors.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { authorize, requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
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
  /** From then on whoever made it may carry it out too. */
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
  const rows = await ctx.db
    .select()
    .from(voidNotices)
    .where(and(inArray(voidNotices.contestId, [...contestIds]), isNull(voidNotices.stoppedAt)))
    .orderBy(desc(voidNotices.id));
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
    if ((await noticeFor(tx, id)) !== null) throw invalidInput('gameId', 'This is announced already.');
    await tx.insert(voidNotices).values({ contestId: id, reason, madeBy, madeAt: ctx.now });
    await recordAudit(tx, ctx, { action: 'contest:announceVoid', subjectType: 'contest', subject: gameId, reason });
    const data = { gameId, reason };
    return notifyAdmins(tx, ctx, {
      kind: 'VOID_ANNOUNCED',
      data,
      cause: `void-announced:${id}:${ctx.now.getTime()}`,
      at: ctx.now,
    });
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
  const { contestId } = await onWaiting(ctx, input.gameId, async (tx, { id, gameId }) => {
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
    return notifyAdmins(tx, ctx, {
      kind: 'ROUND_MADE_VOID',
      data: { gameId, reason },
      cause: `voided:${id}`,
      at: ctx.now,
    });
  });
  const found = await contestNamed(ctx, input.gameId);
  if (found)
    ctx.events.publish({
      type: 'contestChanged',
      gameType: found.gameType,
      contestId: String(contestId),
      phase: 'VOIDED',
    });
  await refundAtOnce(ctx, contestId);
  return { contestId };
}

type Contest = typeof contests.$inferSelect;

/** Does `work` on a contest that waits for the beacon, in a transaction in which it isn't decided; publishes its notifications. */
async function onWaiting(
  ctx: Context,
  gameId: string,
  work: (tx: Tx, contest: Contest) => ReturnType<typeof notifyAdmins>,
): Promise<{ contestId: bigint }> {
  const named = await contestNamed(ctx, gameId);
  if (named === null) throw new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
  const added = await inTransaction(ctx.db, async (tx) => {
    await lockGame(tx, named.gameType);
    const [contest] = await tx.select().from(contests).where(eq(contests.id, named.id));
    const waits = contest?.state === 'CLOSED' && contest.seed !== null && contest.betsRoot !== null;
    if (!contest || !waits || (await isBeaconThere(tx, contest))) throw notWaiting();
    return work(tx, contest);
  });
  ctx.events.publish(...added.map(notificationAdded));
  return { contestId: named.id };
}

async function isBeaconThere(tx: Tx, { beaconRound }: Contest): Promise<boolean> {
  const [row] = await rawQuery<{ there: boolean }>(
    tx,
    sql`select exists (select from beacon_rounds where round = ${beaconRound} and signature is not null) as there`,
  );
  return row?.there === true;
}

async function noticeFor(tx: Tx, contestId: bigint): Promise<VoidNotice | null> {
  const standing = and(eq(voidNotices.contestId, contestId), isNull(voidNotices.stoppedAt));
  const [row] = await tx.select().from(voidNotices).where(standing);
  return row ? noticeOf(row) : null;
}

async function standingNotice(tx: Tx, contestId: bigint): Promise<VoidNotice> {
  const notice = await noticeFor(tx, contestId);
  if (notice === null) throw invalidInput('gameId', 'It is not announced that this round becomes void.');
  return notice;
}

function noticeOf({ contestId, reason, madeBy, madeAt }: typeof voidNotices.$inferSelect): VoidNotice {
  return { contestId, reason, madeBy, madeAt, effectiveAt: new Date(madeAt.getTime() + NOTICE_MS) };
}

function notWaiting(): DomainError {
  return invalidInput('gameId', 'This round does not wait for the public beacon.');
}
