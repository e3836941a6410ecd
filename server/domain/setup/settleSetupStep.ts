import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { setupChoices } from '../../../db/schema/setup.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import type { Context } from '../ground/verbs/context.ts';
import { verb } from '../ground/verbs/verb.ts';
import { maySettle, type SetupStep } from './setupSteps.ts';

export const settleSetupStepVerb = verb({
  name: 'settleSetupStep',
  may: 'setup:settle',
  countsAs: 'other',
  idempotent: false,
  audit: ['setup:settle', 'setup:reopen'],
  refusals: [],
});

/**
 * Marks a setup step as settled, with a reason: it isn't needed, or is done outside the system; or reopens it
 * (`settled: false`). Once more changes nothing. Refuses with INVALID_INPUT a step that only the system's state settles, and a
 * reason of fewer than 10 characters.
 */
export async function settleSetupStep(
  ctx: Context,
  input: { step: SetupStep; settled: boolean; reason: string },
): Promise<void> {
  const settledBy = requireAdmin(ctx, settleSetupStepVerb.may);
  const { step, settled } = input;
  if (!maySettle(ctx, step)) throw invalidInput('step', 'Only doing it settles this step.');
  const reason = requireReason(input.reason);
  const [settle, reopen] = settleSetupStepVerb.audit;
  await inTransaction(ctx.db, async (tx) => {
    const changed = settled
      ? await tx
          .insert(setupChoices)
          .values({ step, reason, settledBy, settledAt: ctx.now })
          .onConflictDoNothing()
          .returning({ step: setupChoices.step })
      : await tx.delete(setupChoices).where(eq(setupChoices.step, step)).returning({ step: setupChoices.step });
    if (changed.length === 0) return;
    await recordAudit(tx, ctx, {
      action: settled ? settle : reopen,
      subjectType: 'settings',
      subject: 'setup',
      after: { kind: step, state: settled ? 'settled' : 'open' },
      reason,
    });
  });
}
