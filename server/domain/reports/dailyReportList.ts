import { dailyReports } from '../../../db/schema/dailyReports.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { type Page, type PageRequest, pageById, toPage } from '../ground/database/keyset.ts';
import { reportRead } from '../ground/database/reportReads.ts';

export type DailyReport = typeof dailyReports.$inferSelect;

/** The kept daily reports, newest first, for admins who may read the money. */
export async function listDailyReports(ctx: Context, page: PageRequest): Promise<Page<DailyReport>> {
  authorize(ctx, 'report:read');
  const { where, orderBy, limit } = pageById(dailyReports.id, page);
  const rows = await reportRead(ctx, ({ db }) =>
    db.select().from(dailyReports).where(where).orderBy(orderBy).limit(limit),
  );
  return toPage(rows, page);
}
