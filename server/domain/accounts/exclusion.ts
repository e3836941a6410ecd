import { eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/client.ts';
import { excludedEmails } from '../../../db/schema/safety.ts';
import type { Context } from '../context.ts';
import { readPauses } from '../safety/playPauses.ts';
import { safetyRefusal } from '../safetyRefusal.ts';

/** Refuses a player who is self-excluded, with SELF_EXCLUDED. */
export async function refuseExcluded(queryable: Queryable, ctx: Context, userId: bigint): Promise<void> {
  const { exclusion } = await readPauses(queryable, userId, ctx.now);
  if (exclusion !== null) throw safetyRefusal('SELF_EXCLUDED', { until: exclusion.until });
}

/** The same message for an exclusion, a time-out and limits, so that callers other than the owner cannot distinguish them. */
const emailKept = 'This email cannot be registered because of limits or a pause that its owner has set.';

/**
 * Refuses to register an email whose owner is self-excluded, or has closed an account with limits or a time-out in force,
 * with SELF_EXCLUDED.
 */
export async function refuseExcludedEmail(tx: Tx, ctx: Context, email: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(excludedEmails)
    .where(eq(excludedEmails.emailHash, ctx.emailHashes.of(email)));
  if (row === undefined || (row.until !== null && row.until <= ctx.now)) return;
  throw safetyRefusal('SELF_EXCLUDED', { until: row.until, message: emailKept });
}

/** Keeps an email from being registered again until then; null: for ever. */
export async function excludeEmail(tx: Tx, ctx: Context, email: string, until: Date | null): Promise<void> {
  await tx
    .insert(excludedEmails)
    .values({ emailHash: ctx.emailHashes.of(email), until })
    .onConflictDoUpdate({ target: excludedEmails.emailHash, set: { until: sql`excluded.until` } });
}
