import { sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
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

/** Requests of this time are looked at: several runs of the periodic task, in case that some fail. */
const RECENT_MS = 3_600_000;

/**
 * Matches lines with requests that came after their statement: a periodic task, for payees with free lines and requests
 * of the last hour (withdrawals have no payee, so any counts). Returns how many lines it matched.
 */
export async function matchRecentRequests(ctx: Context): Promise<number> {
  authorize(ctx, 'statement:match');
  const since = new Date(ctx.now.getTime() - RECENT_MS).toISOString();
  const waiting = await rawQuery<{ payeeId: bigint }>(
    ctx.db,
    sql`select id as "payeeId" from payees p
         where exists (select from statement_lines l where l.payee_id = p.id and l.state in ('unmatched', 'proposed'))
           and exists (select from wallet_transactions w
                        where (w.payee_id = p.id and w.created_at >= ${since}::timestamptz)
                           or (w.transaction_type = 'debit' and w.status = 'success' and w.decided_at >= ${since}::timestamptz))`,
  );
  let matched = 0;
  for (const { payeeId } of waiting) {
    const { matchedCount } = await inTransaction(ctx.db, (tx) => matchLines(tx, payeeId, ctx.now));
    matched += matchedCount;
  }
  return matched;
}
