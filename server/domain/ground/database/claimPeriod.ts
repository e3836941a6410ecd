import { lte } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { reports } from '../../../../db/schema/settings.ts';

/**
 * A lease on the work `name` for `everyMs` milliseconds: true for the first server that asks for it in that time. Work that
 * its server didn't finish is done by the next server, after the lease.
 */
export async function claimPeriod(db: Queryable, name: string, now: Date, everyMs: number): Promise<boolean> {
  const won = await db
    .insert(reports)
    .values({ name, lastAt: now })
    .onConflictDoUpdate({
      target: reports.name,
      set: { lastAt: now },
      setWhere: lte(reports.lastAt, new Date(now.getTime() - everyMs)),
    })
    .returning();
  return won.length > 0;
}
