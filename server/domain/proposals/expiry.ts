import { sql, type SQL } from 'drizzle-orm';
import { proposals } from '../../../db/schema/proposals.ts';

/** Whether a proposal that is open in the database has lapsed by its time; one of kind policy takes effect instead. */
export function hasExpired(
  { kind, expiresAt }: Pick<typeof proposals.$inferSelect, 'kind' | 'expiresAt'>,
  at: Date,
): boolean {
  return kind !== 'policy' && expiresAt <= at;
}

/** The same as a condition. */
export function expired(at: Date): SQL {
  return sql`(${proposals.expiresAt} <= ${at.toISOString()} and ${proposals.kind} <> 'policy')`;
}
