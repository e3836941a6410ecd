import { eq } from 'drizzle-orm';
import { dailyReportChoices } from '../../../db/schema/dailyReports.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';

export const chooseDailyReportVerb = verb({
  name: 'chooseDailyReport',
  may: 'report:choose',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/** Whether the admin gets the daily report from now on. Resolves to that. */
export async function chooseDailyReport(ctx: Context, { wanted }: { wanted: boolean }): Promise<boolean> {
  const adminId = requireAdmin(ctx, chooseDailyReportVerb.may);
  await ctx.db
    .insert(dailyReportChoices)
    .values({ adminId, wanted })
    .onConflictDoUpdate({ target: dailyReportChoices.adminId, set: { wanted } });
  return wanted;
}

/** Whether the admin gets it: as chosen, else if they are an owner. */
export async function getsDailyReport(ctx: Context): Promise<boolean> {
  const adminId = requireAdmin(ctx, chooseDailyReportVerb.may);
  const [row] = await ctx.db.select().from(dailyReportChoices).where(eq(dailyReportChoices.adminId, adminId));
  return row?.wanted ?? (ctx.actor.kind === 'admin' && ctx.actor.roles.includes('OWNER'));
}
