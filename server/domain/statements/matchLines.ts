import { sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import type { Context } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { payeeOf } from './statementPayee.ts';

export interface MatchCounts {
  matchedCount: number;
  proposedCount: number;
}

/** Matches the free lines of a payee with its requests (match_statement_lines); locks the payee's statements. */
export async function matchLines(tx: Tx, payeeId: bigint, now: Date): Promise<MatchCounts> {
  const [counts] = await rawQuery<MatchCounts>(
    tx,
    sql`select matched_count as "matchedCount", proposed_count as "proposedCount"
          from match_statement_lines(${payeeId}, ${now.toISOString()}::timestamptz)`,
  );
  return counts ?? { matchedCount: 0, proposedCount: 0 };
}

export const matchStatementsVerb = verb({
  name: 'matchStatements',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  // What matches by itself is in the line; the log has what people decide.
  audit: [],
  refusals: ['NOT_FOUND'],
});

/** Matches what has come since: requests are often sent after the statement was imported. Refuses with NOT_FOUND. */
export async function matchStatements(ctx: Context, { payeeId }: { payeeId: bigint }): Promise<MatchCounts> {
  requireAdmin(ctx, matchStatementsVerb.may);
  await payeeOf(ctx.db, payeeId);
  return inTransaction(ctx.db, (tx) => matchLines(tx, payeeId, ctx.now));
}
