import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { pauses } from '../../../db/schema/settings.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { PauseScope } from '../ground/refusals/pauseScopes.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { parseNotice, parseOptionalNotice } from './noticeText.ts';

export type Pause = typeof pauses.$inferSelect;

/** What is paused now, for everybody. */
export function listPauses(ctx: Context): Promise<Pause[]> {
  authorize(ctx, 'notice:read');
  return ctx.db.select().from(pauses).orderBy(pauses.scope);
}

export const pauseVerb = verb({
  name: 'pause',
  may: 'platform:pause',
  countsAs: 'other',
  idempotent: false,
  audit: ['platform:pause'],
  refusals: [],
});

/**
 * Pauses a game, a rail or everything, on all servers at once, or gives a pause another notice. A running round plays to
 * its end; no further one opens. Refuses with INVALID_INPUT a notice of less than 3 or more than 300 characters.
 */
export async function pause(
  ctx: Context,
  input: { scope: PauseScope; notice: string; noticeHi?: string | null | undefined },
): Promise<Pause[]> {
  const adminId = requireAdmin(ctx, pauseVerb.may);
  const { scope } = input;
  const notice = parseNotice('notice', input.notice);
  const noticeHi = parseOptionalNotice('noticeHi', input.noticeHi);
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .insert(pauses)
      .values({ scope, notice, noticeHi, pausedAt: ctx.now, pausedBy: adminId })
      .onConflictDoUpdate({ target: pauses.scope, set: { notice, noticeHi } });
    await recordAudit(tx, ctx, {
      action: pauseVerb.audit[0],
      subjectType: 'pause',
      subject: scope,
      after: { notice, noticeHi },
    });
  });
  ctx.events.publish({ type: 'noticesChanged' });
  return listPauses(ctx);
}

export const resumeVerb = verb({
  name: 'resume',
  may: 'platform:pause',
  countsAs: 'other',
  idempotent: false,
  audit: ['platform:resume'],
  refusals: [],
});

/** Ends a pause; does nothing where there is none. A game's next round opens at once, while its betting time lasts. */
export async function resume(ctx: Context, { scope }: { scope: PauseScope }): Promise<Pause[]> {
  requireAdmin(ctx, resumeVerb.may);
  const ended = await inTransaction(ctx.db, async (tx) => {
    const [before] = await tx.delete(pauses).where(eq(pauses.scope, scope)).returning();
    if (before === undefined) return false;
    const { notice, noticeHi } = before;
    await recordAudit(tx, ctx, {
      action: resumeVerb.audit[0],
      subjectType: 'pause',
      subject: scope,
      before: { notice, noticeHi },
    });
    return true;
  });
  if (ended) ctx.events.publish({ type: 'noticesChanged' });
  return listPauses(ctx);
}
