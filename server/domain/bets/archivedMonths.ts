import { sql, type SQL } from 'drizzle-orm';
import { type Db, rawQuery } from '../../../db/client.ts';
import { endOfPeriod } from '../ground/values/calendar.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** The end of the latest month whose bets are archived, for admins: lists may lack earlier bets. Null when none is. */
export async function betsArchivedBefore(ctx: Context): Promise<Date | null> {
  authorize(ctx, 'member:read');
  const [latest] = await rawQuery<{ month: number | null }>(
    ctx.db,
    sql`select max(month) as month from archived_months`,
  );
  if (latest?.month == null) return null;
  const digits = String(latest.month).padStart(4, '0');
  return endOfPeriod('month', new Date(`20${digits.slice(0, 2)}-${digits.slice(2)}-01T00:00:00+05:30`));
}

/** Whether the bets of this contest are archived, so that they can't be read any more. */
export async function isArchived(db: Db, contestId: bigint): Promise<boolean> {
  return someArchived(db, sql`id = ${contestId}`);
}

/** Refuses (NOT_FOUND) to show the bets of contests of which some are in archived months. */
export async function refuseArchived({ db }: Context, contests: SQL): Promise<void> {
  if (!(await someArchived(db, contests))) return;
  throw new DomainError('NOT_FOUND', 'These bets are archived. Ask support for their file.', { field: 'file' });
}

async function someArchived(db: Db, contests: SQL): Promise<boolean> {
  const archived = await rawQuery(
    db,
    sql`select from contests where bets_month in (select month from archived_months) and ${contests} limit 1`,
  );
  return archived.length > 0;
}
