import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../../db/client.ts';
import type { Context } from '../verbs/context.ts';
import { authorize } from '../actors/permissions.ts';

/** Makes the partitions that bets and transfers of this month and the next three need. Returns for how many months. */
export async function makeMonths(ctx: Context): Promise<number> {
  authorize(ctx, 'months:make');
  const [row] = await rawQuery<{ made: number }>(ctx.db, sql`select make_months() as made`);
  return row?.made ?? 0;
}
