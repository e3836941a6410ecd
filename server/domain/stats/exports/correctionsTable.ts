import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../../db/client.ts';
import type { Paise } from '../../../../db/columns.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { instant } from '../activitySql.ts';
import type { Span } from '../cover.ts';
import { inIndia, BATCH_ROWS, inBatches, type ExportTable } from './table.ts';

/** Corrections of balances by when they were made, with the UIDs of player, maker and checker. */
export const correctionsTable: ExportTable = {
  header: ['uid', 'amount', 'reason', 'evidence', 'message', 'madeBy', 'checkedBy', inIndia('madeAt')],
  async *batches(ctx, span) {
    for await (const rows of inBatches<CorrectionRow>((last) => read(ctx, span, last))) {
      yield rows.map((row) => [
        row.uid,
        { paise: row.amount },
        row.reason,
        row.evidence,
        row.message,
        row.made_by,
        row.checked_by,
        row.created_at,
      ]);
    }
  },
};

interface CorrectionRow {
  id: bigint;
  uid: string;
  amount: Paise;
  reason: string;
  evidence: string;
  message: string | null;
  made_by: string;
  checked_by: string | null;
  created_at: Date;
}

function read({ db }: Context, { from, to }: Span, last: CorrectionRow | undefined): Promise<CorrectionRow[]> {
  return rawQuery<CorrectionRow>(
    db,
    sql`
      select c.id, player.uid, c.amount, c.reason, c.evidence, c.message, maker.uid as made_by,
             checker.uid as checked_by, c.created_at
        from balance_corrections c
        join users player on player.id = c.player_id
        join users maker on maker.id = c.made_by
        left join users checker on checker.id = c.checked_by
       where c.id > ${last?.id ?? 0n}::bigint and c.created_at >= ${instant(from)} and c.created_at < ${instant(to)}
       order by c.id limit ${BATCH_ROWS}`,
  );
}
