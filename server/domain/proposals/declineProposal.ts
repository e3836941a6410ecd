import { and, eq, sql } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import { proposals } from '../../../db/schema/proposals.ts';
import { parseReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { AuditSubjectType } from '../ground/verbs/auditActions.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { mayDecide } from './kinds.ts';
import { lockOpen, tellMaker, type Proposal } from './proposal.ts';

export const declineProposalVerb = verb({
  name: 'declineProposal',
  may: 'proposal:decide',
  countsAs: 'other',
  idempotent: false,
  audit: ['proposal:decline', 'proposal:withdraw'],
  refusals: ['NOT_FOUND', 'PROPOSAL_ENDED'],
});

/**
 * Ends a proposal without doing what it proposes: another admin declines it, its maker withdraws it. Returns the proposal
 * as it is now. Refuses with NOT_FOUND, with FORBIDDEN an admin who may not do this themselves, with PROPOSAL_ENDED one
 * that is decided or has expired.
 */
export async function declineProposal(
  ctx: Context,
  input: { proposalId: bigint; reason?: string | undefined },
): Promise<Proposal> {
  const adminId = requireAdmin(ctx, declineProposalVerb.may);
  const reason = parseReason(input.reason);
  const { proposal, events } = await inTransaction(ctx.db, async (tx) => {
    const heldRound = await lockHeldRound(tx, input.proposalId);
    const open = await lockOpen(tx, input.proposalId, ctx.now, { declines: true });
    authorize(ctx, mayDecide(open.kind));
    const own = open.makerId === adminId;
    const ended = await end(
      tx,
      open,
      own ? { status: 'withdrawn' } : { status: 'declined', checkerId: adminId },
      ctx.now,
    );
    const told = await tellMaker(tx, ctx, ended, { confirmed: false, message: reason });
    await recordAudit(tx, ctx, {
      action: own ? 'proposal:withdraw' : 'proposal:decline',
      subjectType: ended.subjectType as AuditSubjectType,
      subject: ended.subject,
      before: { proposal: ended.kind },
      reason,
    });
    return { proposal: ended, events: [...told, ...heldRound] };
  });
  ctx.events.publish(...events);
  return proposal;
}

/**
 * Locks the round that a proposed number holds, before the proposal, as its confirmation does: ending the proposal
 * releases it (guard_round_proposal). Returns the event of that, to publish after the commit; none for other kinds.
 */
async function lockHeldRound(tx: Tx, proposalId: bigint): Promise<DomainEvent[]> {
  const [held] = await tx
    .select({ contestId: contests.id, gameType: contests.gameType })
    .from(proposals)
    .innerJoin(contests, eq(contests.id, proposals.subjectId))
    .where(and(eq(proposals.id, proposalId), eq(proposals.kind, 'override')));
  if (held === undefined) return [];
  await tx.execute(sql`select hold_bets(${held.contestId}), lock_contest(${held.contestId}, false)`);
  return [{ type: 'contestChanged', gameType: held.gameType, contestId: String(held.contestId), phase: 'RELEASED' }];
}

async function end(tx: Tx, open: Proposal, to: Partial<Proposal>, decidedAt: Date): Promise<Proposal> {
  const [row] = await tx
    .update(proposals)
    .set({ ...to, decidedAt })
    .where(eq(proposals.id, open.id))
    .returning();
  return { ...open, ...row, kind: open.kind };
}
