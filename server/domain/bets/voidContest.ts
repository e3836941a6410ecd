import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { lockRound, type LockedRound } from '../contests/lockRound.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import {
  lapseProposed,
  makerUid,
  propose,
  refuseProposed,
  takeProposal,
  type Proposal,
} from '../proposals/proposal.ts';
import { needsSecondAdmin } from '../proposals/thresholds.ts';
import { verb } from '../ground/verbs/verb.ts';
import { contestNamed } from './contestNamed.ts';
import { refundVoid } from './refundVoid.ts';

export const voidContestVerb = verb({
  name: 'voidContest',
  may: 'contest:void',
  countsAs: 'other',
  idempotent: false,
  audit: ['contest:void', 'proposal:make'],
  refusals: ['NOT_FOUND', 'BETTING_CLOSED', 'ALREADY_PROPOSED'],
});

/**
 * Makes a running contest void before its evaluationTime, with a public reason: it gets no number, and every live stake
 * is refunded. The other admins are notified, and its players with their refunds. Where that needs a second admin, it is
 * proposed instead, to be confirmed by evaluationTime: `proposed` is true and the contest unchanged. Returns the contest's
 * id. Refuses INVALID_INPUT, NOT_FOUND, ALREADY_PROPOSED what waits for a second admin, and BETTING_CLOSED from
 * evaluationTime on, by the clocks of the server and of the database once the contest is locked, and for a contest that is
 * void already.
 */
export async function voidContest(
  ctx: Context,
  input: { gameId: string; reason: string },
): Promise<{ contestId: bigint; proposed: boolean }> {
  requireAdmin(ctx, voidContestVerb.may);
  const reason = requireReason(input.reason);
  const named = await contestNamed(ctx, input.gameId);
  if (named === null) throw new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
  const { proposed, events } = await inTransaction(ctx.db, async (tx) => {
    const round = await lockRound(tx, ctx, named.id);
    refuseClosed(round);
    await refuseProposed(tx, ctx, 'void', named.id);
    if (!(await needsSecondAdmin(tx, 'void')))
      return { proposed: false, events: await makeVoid(tx, ctx, round, { reason }) };
    return { proposed: true, events: await proposeVoid(tx, ctx, round, reason) };
  });
  ctx.events.publish(...events);
  if (!proposed) await refundAtOnce(ctx, named.id);
  return { contestId: named.id, proposed };
}

async function proposeVoid(tx: Tx, ctx: Context, { contest, at }: LockedRound, reason: string): Promise<DomainEvent[]> {
  const { events } = await propose(tx, ctx, {
    kind: 'void',
    subjectId: contest.id,
    subjectType: 'contest',
    subject: contest.gameId,
    payload: { reason },
    facts: { state: 'VOID' },
    reason,
    at,
    expiresAt: contest.closesAt,
  });
  return events;
}

const payloadForm = z.object({ reason: z.string() });

/**
 * Makes the contest of a proposal void, in the name of the acting admin; `refundAtOnce` follows the commit. Refuses with
 * BETTING_CLOSED as `voidContest` does, and as `takeProposal` does.
 */
export async function confirmVoid(tx: Tx, ctx: Context, { id, subjectId, payload }: Proposal): Promise<DomainEvent[]> {
  const { reason } = payloadForm.parse(payload);
  const round = await lockRound(tx, ctx, subjectId);
  refuseClosed(round);
  const { proposal, events } = await takeProposal(tx, ctx, id);
  return [...events, ...(await makeVoid(tx, ctx, round, { reason, proposedBy: await makerUid(tx, proposal) }))];
}

/** Makes a locked contest void, and notifies the other admins. Returns the events to publish after the commit. */
async function makeVoid(
  tx: Tx,
  ctx: Context,
  { contest: { id, gameId, gameType }, at }: LockedRound,
  { reason, proposedBy }: { reason: string; proposedBy?: string },
): Promise<DomainEvent[]> {
  const adminId = requireAdmin(ctx, voidContestVerb.may);
  await tx.execute(sql`select void_contest(${id}, ${reason}, ${adminId}, ${at.toISOString()})`);
  const lapsed = await lapseProposed(tx, { kind: 'override', subjectId: id, at });
  const data = { gameId, reason };
  const notices = await notifyAdmins(tx, ctx, { kind: 'ROUND_MADE_VOID', data, cause: `voided:${id}`, at });
  await recordAudit(tx, ctx, {
    action: voidContestVerb.audit[0],
    subjectType: 'contest',
    subject: gameId,
    before: { state: 'OPEN' },
    after: { state: 'VOID', ...(proposedBy && { proposedBy }) },
    reason,
  });
  return [
    { type: 'contestChanged', gameType, contestId: String(id), phase: 'VOIDED' },
    ...lapsed,
    ...notices.map(notificationAdded),
  ];
}

/** Refunds a contest that was made void; what fails is left to the next turn of its game. */
export async function refundAtOnce(ctx: Context, contestId: bigint): Promise<void> {
  await refundVoid(ctx, contestId).catch((error: unknown) =>
    ctx.log.error(
      { err: error, contestId: String(contestId) },
      'a void round is not fully refunded; the next turn of its game goes on',
    ),
  );
}

function refuseClosed({ at, contest: { id, state, closesAt } }: LockedRound): void {
  if (state === 'OPEN' && at < closesAt) return;
  throw new DomainError('BETTING_CLOSED', 'Betting is closed for this round', {
    field: 'gameId',
    detail: state === 'VOID' ? 'this round is void already' : 'a round can be made void only before betting closes',
    contestId: id,
  });
}
