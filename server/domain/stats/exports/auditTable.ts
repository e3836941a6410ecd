import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../../db/client.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { instant } from '../activitySql.ts';
import type { Span } from '../cover.ts';
import { inIndia, BATCH_ROWS, inBatches, type ExportTable } from './table.ts';

/** The audit log by time, in the order of its chain, hashes included. */
export const auditTable: ExportTable = {
  header: [
    'number',
    inIndia('at'),
    // What the chain's hashes hold: in UTC, with milliseconds.
    'atUtc',
    'actorUid',
    'actorName',
    'action',
    'subjectType',
    'subject',
    'before',
    'after',
    'reason',
    'hash',
  ],
  async *batches(ctx, span) {
    for await (const rows of inBatches<AuditRow>((last) => read(ctx, span, last))) {
      yield rows.map((row) => [
        row.id,
        row.at,
        row.at.toISOString(),
        row.uid,
        row.name,
        row.action,
        row.subject_type,
        row.subject,
        row.before,
        row.after,
        row.reason,
        row.hash.toString('hex'),
      ]);
    }
  },
};

interface AuditRow {
  id: bigint;
  at: Date;
  uid: string | null;
  name: string | null;
  action: string;
  subject_type: string;
  subject: string;
  before: string | null;
  after: string | null;
  reason: string | null;
  hash: Buffer;
}

function read({ db }: Context, { from, to }: Span, last: AuditRow | undefined): Promise<AuditRow[]> {
  return rawQuery<AuditRow>(
    db,
    sql`
      select a.*, u.uid, u.name from audit_log a left join users u on u.id = a.actor_id
       where a.id > ${last?.id ?? 0n}::bigint and a.at >= ${instant(from)} and a.at < ${instant(to)}
       order by a.id limit ${BATCH_ROWS}`,
  );
}
