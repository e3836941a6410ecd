import { z } from 'zod';
import type { Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { makerUid, takeProposal, type Proposal } from '../proposals/proposal.ts';
import { carryOutDecision } from './carryOutDecision.ts';
import { creditedAmount } from './creditedAmount.ts';
import { refuseCreditedReference } from './creditedReference.ts';
import { refuseHeldPayout } from './payoutHold.ts';
import { lockTransaction, noSuchTransaction, refuseDecided } from './transaction.ts';

const payloadForm = z.object({ message: z.string().nullable() });

/**
 * Approves the deposit or withdrawal that a proposal is about, as proposed, in the name of the acting admin; a withdrawal is being
 * paid from then on. Refuses with
 * ALREADY_DECIDED one that is not pending any more, with REFERENCE_TAKEN a deposit whose reference was credited meanwhile, with
 * PAYOUTS_FROZEN and PAYOUT_ACCOUNT_BLOCKED a withdrawal that is held back, and as `takeProposal` and `creditedAmount` do.
 */
export async function confirmApproval(tx: Tx, ctx: Context, { id, subjectId }: Proposal): Promise<DomainEvent[]> {
  const adminId = requireAdmin(ctx, 'transaction:decide');
  const pending = await lockTransaction(tx, subjectId);
  if (pending === undefined) throw noSuchTransaction();
  refuseDecided(pending);
  await refuseCreditedReference(tx, pending);
  await refuseHeldPayout(tx, pending);
  const { proposal, events } = await takeProposal(tx, ctx, id);
  const { message } = payloadForm.parse(proposal.payload);
  const proposed = proposal.amount === pending.amount ? undefined : (proposal.amount ?? undefined);
  const amount = await creditedAmount(tx, pending, { decision: 'APPROVE', amount: proposed, message });
  const done = await carryOutDecision(
    tx,
    ctx,
    pending,
    { decision: 'APPROVE', amount, message, payoutReference: null, denialReason: null },
    { adminId, proposedBy: await makerUid(tx, proposal) },
  );
  return [...events, ...done.events];
}
