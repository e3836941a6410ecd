import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { signals } from '../../../db/schema/signals.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import type { Signal } from './signalList.ts';

export const decideSignalVerb = verb({
  name: 'decideSignal',
  may: 'signal:decide',
  countsAs: 'other',
  idempotent: false,
  audit: ['signal:review', 'signal:dismiss'],
  refusals: ['NOT_FOUND'],
});

export type SignalDecision = 'reviewed' | 'dismissed';

/**
 * Marks a signal as reviewed (something was done about it) or dismissed (there is nothing wrong), with a reason of 10 to
 * 500 characters. It may be decided again. Refuses with NOT_FOUND or INVALID_INPUT.
 */
export async function decideSignal(
  ctx: Context,
  input: { signalId: bigint; decision: SignalDecision; reason: string },
): Promise<Signal> {
  const decidedBy = requireAdmin(ctx, decideSignalVerb.may);
  const { signalId, decision } = input;
  const reason = requireReason(input.reason);
  const decided = await inTransaction(ctx.db, async (tx) => {
    const [before] = await tx.select().from(signals).where(eq(signals.id, signalId)).for('update');
    if (before === undefined) throw new DomainError('NOT_FOUND', 'There is no such signal.', { field: 'signalId' });
    const [after] = await tx
      .update(signals)
      .set({ state: decision, reason, decidedBy, decidedAt: ctx.now })
      .where(eq(signals.id, signalId))
      .returning();
    if (after === undefined) throw new Error('a decided signal was not returned');
    await recordAudit(tx, ctx, {
      action: decision === 'reviewed' ? 'signal:review' : 'signal:dismiss',
      subjectType: 'signal',
      subject: String(signalId),
      before: { kind: before.kind, state: before.state, players: before.players.length, score: before.score },
      after: { state: decision },
      reason,
    });
    return after;
  });
  ctx.events.publish({ type: 'signalsChanged' });
  return decided;
}
