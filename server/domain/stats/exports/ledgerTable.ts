import { sql } from 'drizzle-orm';
import { type Db, rawQuery } from '../../../../db/client.ts';
import type { Paise } from '../../../../db/columns.ts';
import { stakesSecret } from '../../ground/rounds/secretStakes.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { instant } from '../activitySql.ts';
import type { Span } from '../cover.ts';
import { inIndia, BATCH_ROWS, inBatches, type ExportTable } from './table.ts';

/**
 * The ledger by the time of its transfers: each row is both sides, the amount leaves the debit account and arrives at the
 * credit account. Accounts are named by their kind, and a player's or a round's by whose it is.
 */
export const ledgerTable: ExportTable = {
  header: [
    'transfer',
    inIndia('at'),
    'kind',
    'debitAccount',
    'debitOf',
    'creditAccount',
    'creditOf',
    'amount',
    'reference',
  ],
  async *batches(ctx, span) {
    const ids = await idsOf(ctx, span);
    if (ids === null) return;
    for await (const rows of inBatches<TransferRow>((last) => read(ctx, span, ids, last?.id ?? 0n))) {
      yield rows.map((row) => [
        row.id,
        row.created_at,
        row.kind,
        row.debit_kind,
        row.debit_of,
        row.credit_kind,
        row.credit_of,
        { paise: row.amount },
        row.reference_id,
      ]);
    }
  },
};

interface TransferRow {
  id: bigint;
  created_at: Date;
  kind: string;
  debit_kind: string;
  debit_of: string | null;
  credit_kind: string;
  credit_of: string | null;
  amount: Paise;
  reference_id: bigint;
}

/** Transfers are numbered about in the order of their instants, but for transactions that run at the same time. */
const OUT_OF_ORDER_MS = 3_600_000;

interface Ids {
  first: bigint;
  last: bigint;
}

/**
 * The numbers between which all transfers of the span lie, some others too; null when there are none. They are found by
 * bisection, because an index on the instant would cost every bet.
 */
async function idsOf({ db }: Context, { from, to }: Span): Promise<Ids | null> {
  const [all] = await rawQuery<{ first: bigint | null; last: bigint | null }>(
    db,
    sql`select (select min(id) from transfers) as first, (select max(id) from transfers) as last`,
  );
  if (all?.first == null || all.last == null) return null;
  const bounds = { first: all.first, last: all.last };
  return {
    first: await firstSince(db, bounds, from - OUT_OF_ORDER_MS),
    last: await firstSince(db, bounds, to + OUT_OF_ORDER_MS),
  };
}

/** About the first number whose transfer is of this instant or later; the last one when there is none. */
async function firstSince(db: Db, { first, last }: Ids, at: number): Promise<bigint> {
  let [low, high] = [first, last];
  while (low < high) {
    const middle = (low + high) / 2n;
    const [row] = await rawQuery<{ created_at: Date }>(
      db,
      sql`select created_at from transfers where id >= ${middle} order by id limit 1`,
    );
    if (row === undefined || row.created_at.getTime() >= at) high = middle;
    else low = middle + 1n;
  }
  return low;
}

/** Stakes of rounds under PROFIT_RULE are left out while these take bets. */
function read({ db }: Context, { from, to }: Span, { first, last }: Ids, after: bigint): Promise<TransferRow[]> {
  return rawQuery<TransferRow>(
    db,
    sql`
      select t.id, t.created_at, t.kind, t.amount, t.reference_id, debit.kind as debit_kind, credit.kind as credit_kind,
             coalesce(debtor.uid, debit_round.game_id) as debit_of, coalesce(creditor.uid, credit_round.game_id) as credit_of
        from (select * from transfers
               where id >= ${first} and id > ${after} and id <= ${last}
                 and created_at >= ${instant(from)} and created_at < ${instant(to)}
                 and not (kind = 'bet_stake' and exists (
                   select from bets b where b.id = reference_id
                      and b.contest_id in (select contests.id from contests where ${stakesSecret()})))
               order by id limit ${BATCH_ROWS}) t
        join ledger_accounts debit on debit.id = t.debit_account_id
        join ledger_accounts credit on credit.id = t.credit_account_id
        left join users debtor on debtor.id = debit.player_id
        left join users creditor on creditor.id = credit.player_id
        left join contests debit_round on debit_round.account_id = t.debit_account_id
        left join contests credit_round on credit_round.account_id = t.credit_account_id
       order by t.id`,
  );
}
