import { asc, gt, sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import { auditLog } from '../../../db/schema/settings.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import { bookChecks } from './bookChecks.ts';
import { chainFault, type ChainedRow } from './chain.ts';
import { type AuditMark, markFault, markText } from './head.ts';

/** So that one broken rule doesn't hide the others. */
const MAX_SHOWN = 20;
const ROWS_AT_ONCE = 1_000;

export interface CheckResult {
  /** The invariant. */
  name: string;
  /** Number of violations. */
  faultCount: number;
  /** Descriptions of the first violations. */
  faults: string[];
}

/**
 * Recomputes all derived values from the transfers and bets, and verifies the audit log's chain, at one instant and
 * without blocking writers. Every fault is a bug or tampering. With `since`, also checks that the log still has that
 * row, because a log whose newest rows were removed is still a valid chain.
 */
export function auditBooks(ctx: Context, since?: AuditMark): Promise<CheckResult[]> {
  authorize(ctx, 'ledger:audit');
  return inTransaction(
    ctx.db,
    async (tx) => {
      const results: CheckResult[] = [];
      for (const { name, faults } of bookChecks) {
        const rows = await rawQuery<{ fault: string; total: bigint }>(
          tx,
          sql`select fault, count(*) over () as total from (${faults}) faults limit ${MAX_SHOWN}`,
        );
        results.push({ name, faultCount: Number(rows[0]?.total ?? 0n), faults: rows.map(({ fault }) => fault) });
      }
      results.push(await auditChain(tx));
      if (since !== undefined) results.push(await auditSince(tx, since));
      return results;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function auditSince(tx: Tx, since: AuditMark): Promise<CheckResult> {
  const fault = await markFault(tx, since);
  const name = `the audit log has kept all rows up to ${markText(since)}`;
  return { name, faultCount: fault === null ? 0 : 1, faults: fault === null ? [] : [fault] };
}

/** Verifies the audit log from its first row. After a fault it continues from the row as stored. */
async function auditChain(tx: Tx): Promise<CheckResult> {
  const faults: string[] = [];
  let last: ChainedRow | null = null;
  for (;;) {
    const rows: ChainedRow[] = await tx
      .select()
      .from(auditLog)
      .where(gt(auditLog.id, last?.id ?? 0n))
      .orderBy(asc(auditLog.id))
      .limit(ROWS_AT_ONCE);
    for (const row of rows) {
      const fault = chainFault(row, last);
      if (fault !== null) faults.push(fault);
      last = row;
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  const name = 'the audit log is whole: every row linked to the one before';
  return { name, faultCount: faults.length, faults: faults.slice(0, MAX_SHOWN) };
}
