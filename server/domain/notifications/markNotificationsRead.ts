import { and, eq, isNull } from 'drizzle-orm';
import { notifications } from '../../../db/schema/support.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireMember } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';

export const markNotificationsReadVerb = verb({
  name: 'markNotificationsRead',
  may: 'notification:mark',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/** Marks everything in the caller's list as read. Entries that were read before keep their instant. */
export async function markNotificationsRead(ctx: Context): Promise<void> {
  const userId = requireMember(ctx, markNotificationsReadVerb.may);
  await ctx.db
    .update(notifications)
    .set({ readAt: ctx.now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
}
