import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../../db/client.ts';
import { proposals } from '../../../db/schema/proposals.ts';
import { confirmRoles } from '../accounts/status/setAdminRoles.ts';
import { confirmVoid, refundAtOnce } from '../bets/voidContest.ts';
import { confirmOverride } from '../contests/overrideContest.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { mayDecide, type ProposalKind } from '../proposals/kinds.ts';
import { confirmPolicy } from '../proposals/policy.ts';
import { lockAdminsOf, noSuchProposal, type Proposal } from '../proposals/proposal.ts';
import { confirmPayee } from '../settings/confirmPayee.ts';
import { confirmLineCredit } from '../statements/lineCredit.ts';
import { confirmReturn } from '../statements/returnPayout.ts';
import { verb } from '../ground/verbs/verb.ts';
import { confirmCorrection } from '../wallet/confirmCorrection.ts';
import { confirmApproval } from '../wallet/confirmApproval.ts';
import { withIdempotency } from '../wallet/idempotency.ts';
import { decimal, remembered } from '../wallet/remembered.ts';

/**
 * Does what a proposal of this kind proposes: locks its subject, then takes the proposal (`takeProposal`). Returns the
 * events to publish after the commit.
 */
type Confirm = (tx: Tx, ctx: Context, proposal: Proposal) => Promise<DomainEvent[]>;

const confirmations: Readonly<Record<ProposalKind, Confirm>> = {
  payout: confirmApproval,
  deposit: confirmApproval,
  correction: confirmCorrection,
  payee: confirmPayee,
  roles: confirmRoles,
  override: confirmOverride,
  void: confirmVoid,
  policy: confirmPolicy,
  line_credit: confirmLineCredit,
  payout_return: confirmReturn,
};

/** What follows the commit. */
const afterwards: Readonly<Partial<Record<ProposalKind, (ctx: Context, subjectId: bigint) => Promise<void>>>> = {
  void: refundAtOnce,
};

export const confirmProposalVerb = verb({
  name: 'confirmProposal',
  may: 'proposal:decide',
  countsAs: 'other',
  idempotent: true,
  audit: [
    'transaction:approve',
    'transaction:return',
    'statement:match',
    'statement:claim',
    'wallet:correct',
    'payee:add',
    'payee:activate',
    'payee:show',
    'admin:setRoles',
    'contest:override',
    'contest:void',
    'settings:secondAdmin',
  ],
  refusals: [
    'NOT_FOUND',
    'ALREADY_DECIDED',
    'NOT_PAID',
    'INSUFFICIENT_FUNDS',
    'REFERENCE_TAKEN',
    'PAYOUTS_FROZEN',
    'PAYOUT_ACCOUNT_BLOCKED',
    'PROPOSAL_ENDED',
    'OWN_PROPOSAL',
    'USER_PROTECTED',
    'BETTING_CLOSED',
    'OVERRIDE_TOO_LATE',
    'OVERRIDE_BEYOND_LIMIT',
    'STAKES_SECRET',
  ],
});

const rememberedProposal = remembered(
  z.object({ v: z.literal(1), proposalId: decimal }),
  ({ proposal }: { proposal: Proposal }) => ({ v: 1, proposalId: String(proposal.id) }),
  async (tx, { proposalId }) => ({ proposal: await read(tx, proposalId) }),
);

/**
 * Confirms what another admin has proposed, and does it, in one transaction. Returns the proposal as it is now. Refuses
 * with NOT_FOUND, with FORBIDDEN an admin who may not do this themselves, with OWN_PROPOSAL its maker, with PROPOSAL_ENDED
 * one that is decided or has expired, and as the action itself would.
 */
export async function confirmProposal(
  ctx: Context,
  { proposalId, idempotencyKey }: { proposalId: bigint; idempotencyKey?: string | undefined },
): Promise<Proposal> {
  requireAdmin(ctx, confirmProposalVerb.may);
  const call = {
    verb: confirmProposalVerb,
    remembered: rememberedProposal,
    key: idempotencyKey,
    payload: { proposalId },
  };
  let events: DomainEvent[] = [];
  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    const proposal = await read(tx, proposalId);
    authorize(ctx, mayDecide(proposal.kind));
    await lockAdminsOf(tx, ctx, proposal, proposal.kind === 'roles' ? proposal.subjectId : undefined);
    events = await confirmations[proposal.kind](tx, ctx, proposal);
    return { proposal: await read(tx, proposalId) };
  });
  const { proposal } = answer;
  if (!replayed) {
    ctx.events.publish(...events);
    await afterwards[proposal.kind]?.(ctx, proposal.subjectId);
  }
  return proposal;
}

async function read(tx: Tx, id: bigint): Promise<Proposal> {
  const [row] = await tx.select().from(proposals).where(eq(proposals.id, id));
  if (row === undefined) throw noSuchProposal();
  return row;
}
