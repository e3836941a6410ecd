import { asc, gt, sql } from 'drizzle-orm';
import type { ArchivedMonth } from '../../../db/backup/monthFiles.ts';
import { inOwnTransaction, inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import { auditLog } from '../../../db/schema/settings.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { bookChecks } from './bookChecks.ts';
import { chainFault, type ChainedRow } from './chain.ts';
import { type AuditMark, markFault, markText } from './head.ts';
import { readArchives } from './readArchives.ts';

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
 * row, because a log whose newest rows were removed is still a valid chain. With `archives`, as the owner, also checks what
 * is in the files of these months; of other archived months it uses the sums that the database keeps.
 */
export function auditBooks(
  ctx: Pick<Context, 'actor' | 'db'>,
  since?: AuditMark,
  archives: readonly ArchivedMonth[] = [],
): Promise<CheckResult[]> {
  authorize(ctx, 'ledger:audit');
  if (archives.length > 0) return auditWithArchives(ctx, since, archives);
  return inTransaction(ctx.db, (tx) => auditIn(tx, since), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function auditWithArchives(
  { db }: Pick<Context, 'db'>,
  since: AuditMark | undefined,
  archives: readonly ArchivedMonth[],
): Promise<CheckResult[]> {
  let results: CheckResult[] | undefined;
  const undone = new Error('the months were put back for the audit only');
  await inOwnTransaction(
    db,
    async (tx, connection) => {
      const faults = await readArchives(tx, connection, archives);
      results = [
        { name: 'the files of archived months are those that were written', ...shown(faults) },
        ...(await auditIn(tx, since)),
      ];
      throw undone;
    },
    { isolationLevel: 'repeatable read' },
  ).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return results ?? [];
}

async function auditIn(tx: Tx, since: AuditMark | undefined): Promise<CheckResult[]> {
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
}

function shown(faults: readonly string[]): Pick<CheckResult, 'faultCount' | 'faults'> {
  return { faultCount: faults.length, faults: faults.slice(0, MAX_SHOWN) };
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
  return { name, ...shown(faults) };
}
