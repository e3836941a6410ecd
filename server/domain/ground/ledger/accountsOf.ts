import { sql, type SQL } from 'drizzle-orm';

/**
 * Condition on `ledger_accounts`: the available and held accounts of the players that `matches` selects by `player_id`. Named by each
 * kind alone, because the indexes of players' accounts are partial: without the kind all accounts are read.
 */
export function accountsOf(matches: SQL): SQL {
  return sql`(ledger_accounts.kind = 'player_available' and ledger_accounts.player_id ${matches}
              or ledger_accounts.kind = 'player_held' and ledger_accounts.player_id ${matches})`;
}
