import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../../db/client.ts';
import type { Paise } from '../../../../db/columns.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { secretStakesOf } from '../../ground/rounds/secretStakes.ts';
import { instant } from '../activitySql.ts';
import type { Span } from '../cover.ts';
import { inIndia, BATCH_ROWS, inBatches, type ExportTable } from './table.ts';

/** Players by when they registered, with their balances now. */
export const playersTable: ExportTable = {
  header: ['uid', 'name', 'email', 'status', inIndia('registeredAt'), inIndia('closedAt'), 'available', 'held'],
  async *batches(ctx, span) {
    for await (const rows of inBatches<PlayerRow>((last) => read(ctx, span, last))) {
      yield rows.map((row) => [
        row.uid,
        row.name,
        row.email,
        row.status,
        row.created_at,
        row.closed_at,
        { paise: row.available },
        { paise: row.held },
      ]);
    }
  },
};

interface PlayerRow {
  id: bigint;
  uid: string;
  name: string;
  email: string;
  status: string;
  created_at: Date;
  closed_at: Date | null;
  available: Paise;
  held: Paise;
}

function read({ db }: Context, { from, to }: Span, last: PlayerRow | undefined): Promise<PlayerRow[]> {
  return rawQuery<PlayerRow>(
    db,
    sql`
      select u.id, u.uid, u.name, u.email, u.status, u.created_at, u.closed_at,
             coalesce(available.balance, 0)::bigint + ${secretStakesOf(sql`u.id`)} as available, coalesce(held.balance, 0)::bigint as held
        from users u
        left join ledger_accounts available on available.player_id = u.id and available.kind = 'player_available'
        left join ledger_accounts held on held.player_id = u.id and held.kind = 'player_held'
       where u.user_type = 'player' and u.id > ${last?.id ?? 0n}::bigint
         and u.created_at >= ${instant(from)} and u.created_at < ${instant(to)}
       order by u.id limit ${BATCH_ROWS}`,
  );
}
