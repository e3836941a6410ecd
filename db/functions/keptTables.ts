type Refused = 'update' | 'delete' | 'truncate';

/** Rows are added, and neither changed nor removed. */
const insertOnly: readonly Refused[] = ['update', 'delete', 'truncate'];
/** Rows are never removed; which changes are allowed is up to the table's own guard. */
const neverRemoved: readonly Refused[] = ['delete', 'truncate'];
/** Rows are removed once they are used, and never changed. */
const neverChanged: readonly Refused[] = ['update', 'truncate'];

/**
 * Tables that keep their rows, and the statements on each that the trigger refuse_change refuses, whichever role sends them.
 * Their partitions refuse inserts too (make_months).
 */
export const keptTables: Readonly<Record<string, readonly Refused[]>> = {
  transfers: insertOnly,
  balance_corrections: insertOnly,
  bets: insertOnly,
  bet_payouts: insertOnly,
  archived_months: insertOnly,
  archived_moves: insertOnly,
  bet_cancellations: insertOnly,
  settlement_parts: insertOnly,
  contest_results: insertOnly,
  payout_tables: insertOnly,
  ledger_accounts: neverRemoved,
  contests: neverRemoved,
  chains: neverRemoved,
  chain_checkpoints: neverRemoved,
  audit_log: insertOnly,
  wallet_transactions: neverRemoved,
  payees: neverRemoved,
  payout_freezes: neverRemoved,
  blocked_payout_accounts: neverRemoved,
  payout_batches: neverRemoved,
  payout_batch_items: neverRemoved,
  statements: insertOnly,
  statement_lines: neverRemoved,
  unclaimed_moves: insertOnly,
  statement_balances: neverRemoved,
  statement_days: insertOnly,
  statement_day_transactions: insertOnly,
  player_notes: neverRemoved,
  ticket_notes: neverRemoved,
  play_safety_changes: insertOnly,
  beacon_rounds: neverRemoved,
  void_notices: neverRemoved,
  contest_secrets: insertOnly,
  witness_sets: insertOnly,
  public_logs: insertOnly,
  verifier_releases: insertOnly,
  log_entries: insertOnly,
  log_subtrees: insertOnly,
  log_pending: neverChanged,
  log_cosignatures: neverChanged,
  // Replaced ones are purged; guard_log_checkpoint refuses the rest.
  log_checkpoints: ['truncate'],
  receipt_keys: insertOnly,
  liability_days: insertOnly,
  daily_reports: insertOnly,
  liability_nodes: neverChanged,
};

/** The trigger of a kept table. */
export function keptTrigger(table: string): string {
  return keptTables[table] === insertOnly ? `${table}_insert_only` : `${table}_kept`;
}

/** Statements that make the triggers of all kept tables, in place of those that are there. */
export function keptTriggers(): string {
  return Object.entries(keptTables)
    .map(
      ([table, refused]) =>
        `create or replace trigger ${keptTrigger(table)} before ${refused.join(' or ')} on ${table}\n` +
        `  for each statement execute function refuse_change();\n`,
    )
    .join('\n');
}
