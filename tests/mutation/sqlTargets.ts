const betting = ['api/bets', 'api/betsCancelled', 'api/databaseClock', 'api/betBatcher'];
const rounds = ['api/settlement', 'api/contestRules', 'api/contests', 'api/databaseClock', 'api/stats'];
const requests = ['api/withdrawals', 'api/deposits', 'api/databaseRoles'];

/**
 * The functions that move or guard money, most important first, and the test files that concern each: those that are
 * likely to detect a change soonest come first.
 */
export const SQL_TARGETS: Readonly<Record<string, readonly string[]>> = {
  place_bets: betting,
  payout: ['api/payouts', 'api/settlement', 'api/contests', 'api/audit'],
  settle_parts: ['api/settlementParts', 'api/settlementRules', 'api/settlement', 'faults/killedInSettlement'],
  finish_contest: ['api/settlementRules', 'api/settlement'],
  refuse_unpaid: ['api/settlementRules'],
  cancel_bets: ['api/betsCancelled'],
  move_for_transaction: requests,
  refuse_wrong_moves: requests,
  refuse_late_bets: ['api/databaseClock', 'api/bets', 'api/betsCancelled', 'api/seedDemo'],
  apply_transfers: ['api/ledgerRules', 'api/bets', 'api/settlement'],
  post_transfer: ['api/ledgerRules', ...requests, 'api/settlement'],
  check_wallet_transaction: requests,
  check_wallet_transfers: requests,
  guard_wallet_transaction: ['api/withdrawals'],
  guard_new_wallet_transaction: requests,
  refuse_late_cancellations: ['api/databaseClock', 'api/betsCancelled'],
  refuse_bare_balance: ['api/ledgerRules'],
  bet_guard: ['api/playSafety', ...betting],
  deposit_guard: ['api/playSafety', ...requests],
  guard_play_limit: ['api/playSafety'],
  guard_play_guard: ['api/playSafety'],
  play_by_day: ['api/playSafety'],
  grant_play_credit: ['api/playCredit'],
  closing_hindrance: ['api/closeAccount'],
  close_account: ['api/closeAccount'],
  guard_closed_account: ['api/closeAccount'],
  refuse_closed_player: ['api/closeAccount'],
  lock_wallet: [...requests, 'api/betsCancelled'],
  open_wallet: ['api/ledgerRules', ...requests],
  lock_contest: ['api/betsCancelled', ...rounds],
  hold_bets: ['api/betBatcher'],
  close_contest: ['api/betBatcher', ...rounds],
  count_bets: ['api/settlementParts', ...rounds],
  decide_contest: rounds,
  override_contest: ['api/contestRules'],
  refuse_wrong_winner: ['api/contestGuards', 'api/contestRules', 'api/settlement'],
  guard_new_contest: [
    'api/contestGuards',
    'api/contestRules',
    'api/contests',
    'api/contestChains',
    'api/databaseClock',
  ],
  guard_contest_change: [
    'api/contestGuards',
    'api/contestRules',
    'api/databaseClock',
    'api/contests',
    'api/settlement',
  ],
  open_contest: ['api/contests', 'api/contestRules', 'api/contestChains'],
  payout_table_id: ['api/payouts', 'api/contests'],
  refuse_change: ['api/ledgerRules', 'api/databaseRoles'],
};
