import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { paise } from '../ground/values/money.ts';
import { readDays, type Days } from './days.ts';
import { movementsOf } from './movements.ts';
import type { EntryKind } from './statement.ts';

/** A period of a player's account in sums: `opening` + `change` of every kind = `closing`. */
export interface StatementSummary {
  opening: Paise;
  deposits: Paise;
  withdrawals: Paise;
  /** Given less given up, and less what ended as real money began. */
  playCredits: Paise;
  /** Added less taken. */
  corrections: Paise;
  staked: Paise;
  returned: Paise;
  closing: Paise;
  entries: number;
}

/** The player's own. Refuses a wrong period with INVALID_INPUT. */
export async function statementSummary(ctx: Context, days: Days): Promise<StatementSummary> {
  const playerId = requirePlayer(ctx, 'statement:readOwn');
  const { from, to } = readDays(days);
  const since = sql`at >= ${from.toISOString()}::timestamptz`;
  const sumOf = (column: string, ...kinds: EntryKind[]) =>
    sql`coalesce(sum(${sql.raw(column)}) filter (where ${since} and kind in ${kinds}), 0)::bigint`;
  const [row] = await rawQuery<Omit<StatementSummary, 'closing'>>(
    ctx.db,
    sql`
      select coalesce(sum(change) filter (where not (${since})), 0)::bigint as opening,
             ${sumOf('change', 'deposit')} as deposits, ${sumOf('-change', 'withdrawal', 'payoutReturned')} as withdrawals,
             ${sumOf('change', 'playCredit', 'playForfeit', 'playReset')} as "playCredits",
             ${sumOf('change', 'correction')} as corrections,
             ${sumOf('staked', 'round')} as staked, ${sumOf('returned', 'round')} as returned,
             (count(*) filter (where ${since}))::int as entries
        from (${movementsOf(playerId, to)}) movements`,
  );
  if (row === undefined) throw new Error('a sum returned nothing');
  const { opening, deposits, withdrawals, playCredits, corrections, staked, returned } = row;
  return { ...row, closing: paise(opening + deposits + playCredits + corrections + returned - withdrawals - staked) };
}
