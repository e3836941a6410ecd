import { lte } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { reports } from '../../db/schema/settings.ts';

/**
 * Whether the caller is the one of all servers that does `name` at this instant: nobody has begun it within `everyMs`
 * milliseconds. Work that its server didn't finish is done by whichever server comes next, after that time.
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
