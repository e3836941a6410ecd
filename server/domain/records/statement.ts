import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { NO_PAISE, paise } from '../ground/values/money.ts';
import type { Period } from './days.ts';
import { movementsOf } from './movements.ts';

export type EntryKind =
  | 'round'
  | 'deposit'
  | 'withdrawal'
  | 'payoutReturned'
  | 'playCredit'
  | 'playForfeit'
  | 'playReset'
  | 'correction';

export interface StatementEntry {
  at: Date;
  kind: EntryKind;
  /** The game id of a round; the reference of a deposit; the bank's of a payout, if it was recorded; else null. */
  reference: string | null;
  /** Null but for rounds. */
  staked: Paise | null;
  returned: Paise | null;
  change: Paise;
  /** What the player owned after it. */
  balance: Paise;
}

export interface Statement {
  period: Period;
  opening: Paise;
  closing: Paise;
  /** Oldest first. */
  entries: StatementEntry[];
}

type EntryRow = { kind: EntryKind; change: Paise } & Omit<StatementEntry, 'balance' | 'kind' | 'change'>;
/** Without entries there is one row, which has the opening balance alone. */
type Row = { opening: Paise } & (EntryRow | { kind: null });

/**
 * Opening balance and entries of a period from one snapshot: one statement, at most `most` entries. Refuses a period
 * with more with INVALID_INPUT.
 */
export async function readStatement(
  { db }: Context,
  playerId: bigint,
  period: Period,
  most: number,
): Promise<Statement> {
  const from = sql`${period.from.toISOString()}::timestamptz`;
  const rows = await rawQuery<Row>(
    db,
    sql`
      with moved as materialized (${movementsOf(playerId, period.to)})
      select o.opening, e.at, e.kind, e.staked, e.returned, e.change,
             coalesce(c.game_id, t.payout_reference, t.reference) as reference
        from (select coalesce(sum(change), 0)::bigint as opening from moved where at < ${from}) o
        left join lateral (select * from moved where at >= ${from} order by at, rank, id limit ${most + 1}) e on true
        left join contests c on e.kind = 'round' and c.id = e.id
        left join wallet_transactions t on e.kind in ('deposit', 'withdrawal', 'payoutReturned') and t.id = e.id
       order by e.at, e.rank, e.id`,
  );
  if (rows.length > most) {
    throw invalidInput('to', `This period has more than ${most} entries. Please choose a shorter one.`);
  }
  const opening = rows[0]?.opening ?? NO_PAISE;
  const entries: StatementEntry[] = [];
  let balance = opening;
  for (const row of rows) {
    if (row.kind === null) continue;
    const { opening: _same, ...entry } = row;
    balance = paise(balance + entry.change);
    entries.push({ balance, ...entry });
  }
  return { period, opening, closing: balance, entries };
}
