/**
 * By what hot data would be split when one primary no longer carries it (db/README.md#after-one-primary): everything of a
 * player lies in one shard. `player` names the column or the way to it. `round` is one row or few for each round, which
 * every shard of a round holds for its own players. A table that isn't here may not be touched by a hot statement.
 */
export const shardedTables: Readonly<Record<string, { by: 'player' | 'round'; through: string }>> = {
  bets: { by: 'player', through: 'player_id' },
  bet_keys: { by: 'player', through: 'player_id' },
  bet_cancellations: { by: 'player', through: 'bet_id → bets.player_id' },
  bet_payouts: { by: 'player', through: 'bet_id → bets.player_id' },
  contest_results: { by: 'player', through: 'player_id' },
  ledger_accounts: { by: 'player', through: 'player_id; of rounds and the house one in each shard' },
  transfers: { by: 'player', through: 'either account’s player_id' },
  idempotency_keys: { by: 'player', through: 'user_id' },
  play_days: { by: 'player', through: 'player_id' },
  settlement_parts: { by: 'round', through: 'contest_id; parts are ranges of players' },
};

/**
 * Every SQL function that touches one of these tables, and what it works on: rows of one `player`; a `batch` of players,
 * which is made for each shard; the share that a shard has of a `round`; the `whole` ledger, which is read shard by shard.
 */
export const shardedStatements: Readonly<Record<string, 'player' | 'batch' | 'round' | 'whole'>> = {
  apply_transfers: 'batch',
  bet_leaves: 'round',
  bets_over_limits: 'batch',
  cancel_bets: 'player',
  check_wallet_transfers: 'player',
  close_account: 'player',
  closing_hindrance: 'player',
  correct_balance: 'player',
  count_bets: 'round',
  deposit_guard: 'player',
  end_play_money: 'whole',
  finish_contest: 'round',
  fix_bets_root: 'round',
  flag_guarded_account: 'player',
  grant_play_credit: 'player',
  guard_money_mode: 'whole',
  guard_new_wallet_transaction: 'player',
  guard_play_forfeit: 'player',
  guard_play_guard: 'player',
  guard_play_limit: 'player',
  guard_play_reset: 'player',
  lock_wallet: 'player',
  make_liabilities: 'whole',
  move_for_transaction: 'player',
  open_contest: 'round',
  open_wallet: 'player',
  place_numbered_bets: 'batch',
  placed_bet: 'player',
  play_by_day: 'player',
  post_transfer: 'player',
  refund_void_bets: 'round',
  refuse_bare_balance: 'player',
  refuse_change: 'player',
  refuse_late_bets: 'batch',
  refuse_late_cancellations: 'player',
  refuse_unpaid: 'round',
  refuse_unrefunded: 'round',
  refuse_wrong_correction: 'player',
  refuse_wrong_moves: 'player',
  settle_parts: 'round',
  waiting_stakes: 'whole',
};

/**
 * Unique keys of these tables that don't begin with the player or the round: why each still holds when it is unique in its
 * shard only.
 */
export const localKeys: Readonly<Record<string, string>> = {
  'bets(id)': 'a number from the shard’s own sequence; ids are sealed and name their shard',
  'bet_cancellations(bet_id)': 'lies with its bet',
  'bet_payouts(bet_id)': 'lies with its bet',
  'ledger_accounts(id)': 'a number from the shard’s own sequence',
  'transfers(id)': 'a number from the shard’s own sequence',
  ledger_accounts_single_unique: 'the house has one account in each shard',
  transfers_once_per_reference: 'what it refers to lies in the same shard',
  transfers_once_per_correction: 'a correction lies with its player',
};
