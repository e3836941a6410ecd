import { sql, type SQL } from 'drizzle-orm';

/**
 * Everything that has changed what a player owns, before an instant. Owned is the balance, what withdrawals hold and
 * stakes of running rounds together: so a round counts once, when it is paid, and a withdrawal when it is paid, and again when it comes back.
 * Columns: at, rank, id (the order of a statement), kind, staked, returned, change.
 */
export function movementsOf(playerId: bigint, before: Date): SQL {
  const end = sql`${before.toISOString()}::timestamptz`;
  return sql`
    select settled_at as at, 1 as rank, contest_id as id, 'round' as kind,
           bet_amount as staked, win_amount as returned, win_amount - bet_amount as change
      from contest_results where player_id = ${playerId} and settled_at < ${end}
    union all
    select decided_at, 2, id, case transaction_type when 'credit' then 'deposit' else 'withdrawal' end, null, null,
           case transaction_type when 'credit' then amount else -amount end
      from wallet_transactions where player_id = ${playerId} and status in ('success', 'returned') and decided_at < ${end}
    union all
    select returned_at, 6, id, 'payoutReturned', null, null, amount
      from wallet_transactions where player_id = ${playerId} and returned_at < ${end}
    union all
    select created_at, 0, id, 'playCredit', null, null, amount
      from play_credits where player_id = ${playerId} and created_at < ${end}
    union all
    select created_at, 4, player_id, 'playForfeit', null, null, -amount
      from play_forfeits where player_id = ${playerId} and created_at < ${end}
    union all
    select created_at, 5, player_id, 'playReset', null, null, -amount
      from play_resets where player_id = ${playerId} and created_at < ${end}
    union all
    select created_at, 3, id, 'correction', null, null, amount
      from balance_corrections where player_id = ${playerId} and created_at < ${end}`;
}
