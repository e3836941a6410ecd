import { and, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import { proposals } from '../../../db/schema/proposals.ts';
import { type GivenReason, requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { notifyAdmins } from '../notifications/notifyAdmins.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { makerUid, propose, refuseProposed, takeProposal, type Proposal } from '../proposals/proposal.ts';
import { needsSecondAdmin } from '../proposals/thresholds.ts';
import { verb } from '../ground/verbs/verb.ts';
import { isGameId } from './gameTypes.ts';
import { lockRound, type LockedRound } from './lockRound.ts';

/** After an override, players have at least this long to cancel their bets. */
const OVERRIDE_CUTOFF_MS = 5_000;
/** How long a proposed number holds its contest, which takes no bets meanwhile. */
const HOLD_MS = 20_000;
/** What a confirmation takes: begun later, it may reach the database when the contest takes bets again. */
const CONFIRMATION_MS = 250;

export const overrideContestVerb = verb({
  name: 'overrideContest',
  may: 'contest:override',
  countsAs: 'other',
  idempotent: false,
  audit: ['contest:override', 'proposal:make'],
  refusals: ['NOT_FOUND', 'BETTING_CLOSED', 'OVERRIDE_TOO_LATE', 'OVERRIDE_BEYOND_LIMIT', 'ALREADY_PROPOSED'],
});

/**
 * Sets the winning number of a contest before its evaluationTime; a second override replaces the first. From then on the
 * contest is marked as the operator's, takes no new bets, and its players may cancel; the other admins are notified. Where
 * that needs a second admin, it is proposed instead: `proposed` is true, and the contest takes no bets for 20 s, in which
 * that admin may confirm it. Returns the contest's id.
 * Refuses INVALID_INPUT, NOT_FOUND, OVERRIDE_TOO_LATE (the last 5 s before evaluationTime) and BETTING_CLOSED (after),
 * by the clocks of the server and of the database once the contest is locked; OVERRIDE_BEYOND_LIMIT a contest of the profit
 * rule that opened with a payout limit; ALREADY_PROPOSED what waits for a second admin, and another proposal of an admin whose first one in this contest was not confirmed.
 */
export async function overrideContest(
  ctx: Context,
  input: { gameId: string; number: number; reason: GivenReason },
): Promise<{ contestId: bigint; proposed: boolean }> {
  requireAdmin(ctx, overrideContestVerb.may);
  const { gameId, number } = input;
  if (!Number.isInteger(number) || number < 0 || number > 9) {
    throw invalidInput('number', 'number must be a whole number from 0 to 9');
  }
  const reason = requireReason(input.reason);
  if (!isGameId(gameId)) throw noSuchRound();
  const { contestId, proposed, events } = await inTransaction(ctx.db, async (tx) => {
    const [found] = await tx.select({ id: contests.id }).from(contests).where(eq(contests.gameId, gameId));
    if (!found) throw noSuchRound();
    const round = await lockRound(tx, ctx, found.id);
    refuseLate(round);
    refuseUnlimited(round);
    await refuseProposed(tx, ctx, 'override', found.id);
    const needed = await needsSecondAdmin(tx, 'override');
    const act = needed ? proposeNumber : setNumber;
    return { contestId: found.id, proposed: needed, events: await act(tx, ctx, round, { number, reason }) };
  });
  ctx.events.publish(...events);
  return { contestId, proposed };
}

interface SetNumber {
  number: number;
  reason: string;
  /** The UID of the admin who proposed it. */
  proposedBy?: string;
}

/** Sets the number of a locked contest, and notifies the other admins. Returns the events to publish after the commit. */
async function setNumber(
  tx: Tx,
  ctx: Context,
  { contest, at }: LockedRound,
  { number, reason, proposedBy }: SetNumber,
): Promise<DomainEvent[]> {
  const adminId = requireAdmin(ctx, overrideContestVerb.may);
  const { id, gameId, gameType, overrideNumber } = contest;
  await tx.execute(sql`select override_contest(${id}, ${number}::smallint, ${adminId}, ${at.toISOString()})`);
  const notices = await notifyAdmins(tx, ctx, {
    kind: 'RESULT_SET',
    data: { gameId, number, reason },
    cause: `override:${id}:${at.getTime()}`,
    at,
  });
  await recordAudit(tx, ctx, {
    action: overrideContestVerb.audit[0],
    subjectType: 'contest',
    subject: gameId,
    before: overrideNumber === null ? undefined : { number: overrideNumber },
    after: { number, ...(proposedBy && { proposedBy }) },
    reason,
  });
  return [
    { type: 'contestChanged', gameType, contestId: String(id), phase: 'OPERATOR_MARKED' },
    ...notices.map(notificationAdded),
  ];
}

/** Proposes the number of a locked contest, which is held by that (guard_round_proposal). Every other admin is notified. */
async function proposeNumber(
  tx: Tx,
  ctx: Context,
  { contest: { id, gameId, gameType, closesAt }, at, databaseAt }: LockedRound,
  { number, reason }: SetNumber,
): Promise<DomainEvent[]> {
  await refuseRepeated(tx, ctx, id);
  const { events } = await propose(tx, ctx, {
    kind: 'override',
    subjectId: id,
    subjectType: 'contest',
    subject: gameId,
    payload: { number, reason },
    facts: { number },
    reason,
    at,
    expiresAt: new Date(Math.min(databaseAt.getTime() + HOLD_MS, closesAt.getTime() - OVERRIDE_CUTOFF_MS)),
    notified: 'everyAdmin',
  });
  return [{ type: 'contestChanged', gameType, contestId: String(id), phase: 'HELD' }, ...events];
}

/** Refuses another proposal of an admin whose first one was not confirmed: each holds up betting. */
async function refuseRepeated(tx: Tx, ctx: Context, contestId: bigint): Promise<void> {
  const makerId = requireAdmin(ctx, overrideContestVerb.may);
  const repeated = await tx.$count(
    proposals,
    and(
      eq(proposals.kind, 'override'),
      eq(proposals.subjectId, contestId),
      eq(proposals.makerId, makerId),
      ne(proposals.status, 'confirmed'),
    ),
  );
  if (repeated === 0) return;
  const message = 'You have proposed a number for this round before. Another admin may propose one.';
  throw new DomainError('ALREADY_PROPOSED', message);
}

const payloadForm = z.object({ number: z.number(), reason: z.string() });

/**
 * Sets the number of a proposal, in the name of the acting admin. Refuses with OVERRIDE_TOO_LATE, OVERRIDE_BEYOND_LIMIT and
 * BETTING_CLOSED as `overrideContest` does, and as `takeProposal` does.
 */
export async function confirmOverride(
  tx: Tx,
  ctx: Context,
  { id, subjectId, payload }: Proposal,
): Promise<DomainEvent[]> {
  const { number, reason } = payloadForm.parse(payload);
  const round = await lockRound(tx, ctx, subjectId);
  refuseLate(round);
  refuseUnlimited(round);
  const latest = Math.max(ctx.clock.now(), round.databaseAt.getTime());
  const { proposal, events } = await takeProposal(tx, ctx, id, {
    at: round.at,
    doneBy: new Date(latest + CONFIRMATION_MS),
  });
  const proposedBy = await makerUid(tx, proposal);
  return [...events, ...(await setNumber(tx, ctx, round, { number, reason, proposedBy }))];
}

function noSuchRound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such round.', { field: 'gameId' });
}

/** Refuses a contest whose bets the payout limit did not hold back, because the profit rule was to decide it. */
function refuseUnlimited({ contest: { randomize, maxPayout } }: LockedRound): void {
  if (randomize || maxPayout === null) return;
  const message = 'The result of this round cannot be set: its payout limit does not hold under the profit rule.';
  throw new DomainError('OVERRIDE_BEYOND_LIMIT', message, {
    field: 'gameId',
    detail: 'the game has a payout limit, which the bets of this round were not held to',
  });
}

function refuseLate({ at, contest: { id, state, closesAt } }: LockedRound): void {
  if (state !== 'OPEN' || at >= closesAt) {
    throw new DomainError('BETTING_CLOSED', 'Betting is closed for this round', {
      field: 'gameId',
      detail: 'a result can be set only before betting closes',
      contestId: id,
    });
  }
  if (at.getTime() >= closesAt.getTime() - OVERRIDE_CUTOFF_MS) {
    throw new DomainError('OVERRIDE_TOO_LATE', 'It is too late to set the result of this round.', {
      field: 'gameId',
      detail: 'the last 5 seconds before betting closes belong to players who want to cancel',
    });
  }
}
