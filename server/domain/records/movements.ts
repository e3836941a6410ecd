import { sql, type SQL } from 'drizzle-orm';
import { movements } from '../ground/ledger/movements.ts';

/**
 * Everything that has changed what a player owns, before an instant. Owned is the balance, what withdrawals hold and
 * stakes of running rounds together: so a round counts once, when it is paid, and a withdrawal when it is paid,
 * and again when it comes back.
 * Columns: at, rank, id (the order of a statement), kind, staked, returned, change.
 */
export function movementsOf(playerId: bigint, before: Date): SQL {
  const to = sql`${before.toISOString()}::timestamptz`;
  return sql`
    select settled_at as at, 1 as rank, contest_id as id, 'round' as kind,
           bet_amount as staked, win_amount as returned, win_amount - bet_amount as change
      from contest_results where player_id = ${playerId} and settled_at < ${to}
    union all
    select at, rank, id, kind, null, null, change from (${movements({ playerId: sql`${playerId}::bigint`, to })}) others`;
}
