import type { Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { makerUid, takeProposal, type Proposal } from '../proposals/proposal.ts';
import { carryOutAddition } from './addPayee.ts';
import { carryOutChange } from './changePayee.ts';
import { lockNewPayee, proposedPayee } from './payeeProposals.ts';
import { lockPayee } from './payees.ts';

/**
 * Adds, activates or shows the account that a proposal is about, in the name of the acting admin. Refuses as `addUpiPayee`
 * and `takeProposal` do.
 */
export async function confirmPayee(tx: Tx, ctx: Context, { id, subjectId, payload }: Proposal): Promise<DomainEvent[]> {
  const { change, reason, ...account } = proposedPayee({ payload });
  if (change === 'ADDED') {
    await lockNewPayee(tx, account);
    const { proposal, events } = await takeProposal(tx, ctx, id);
    const added = await carryOutAddition(tx, ctx, account, { reason, proposedBy: await makerUid(tx, proposal) });
    return [...events, ...added.events];
  }
  const before = await lockPayee(tx, subjectId);
  const { proposal, events } = await takeProposal(tx, ctx, id);
  const changed = await carryOutChange(tx, ctx, before, {
    change,
    reason,
    depositsStop: false,
    proposedBy: await makerUid(tx, proposal),
  });
  return [...events, ...changed.events];
}
