import { z } from 'zod';
import type { Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { makerUid, takeProposal, type Proposal } from '../proposals/proposal.ts';
import { carryOutCorrection, lockCorrected, type CheckedCorrection } from './correction.ts';
import { paise } from '../ground/values/money.ts';

const payloadForm = z.object({
  amount: z
    .string()
    .regex(/^-?\d+$/)
    .transform((text) => paise(BigInt(text))),
  reason: z.string(),
  evidence: z.string(),
  message: z.string().nullable(),
});

/** What a proposal of this kind says. */
export function proposedCorrection({ payload }: Pick<Proposal, 'payload'>): CheckedCorrection {
  return payloadForm.parse(payload);
}

/**
 * Makes the correction that is proposed, in the name of the acting admin. Refuses as `carryOutCorrection`, `lockCorrected` and
 * `takeProposal` do.
 */
export async function confirmCorrection(tx: Tx, ctx: Context, { id, subjectId }: Proposal): Promise<DomainEvent[]> {
  const locked = await lockCorrected(tx, subjectId);
  const { proposal, events } = await takeProposal(tx, ctx, id);
  const done = await carryOutCorrection(tx, ctx, locked, proposedCorrection(proposal), {
    proposalId: id,
    proposedBy: await makerUid(tx, proposal),
  });
  return [...events, ...done.events];
}
