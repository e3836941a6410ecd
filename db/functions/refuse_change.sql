-- History tables are insert-only. Partitions refuse inserts too, which go through their table (make_months).
create or replace function refuse_change() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end $$;

create or replace trigger transfers_insert_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();

create or replace trigger balance_corrections_insert_only before update or delete or truncate on balance_corrections
  for each statement execute function refuse_change();

create or replace trigger bets_insert_only before update or delete or truncate on bets
  for each statement execute function refuse_change();

create or replace trigger bet_payouts_insert_only before update or delete or truncate on bet_payouts
  for each statement execute function refuse_change();

create or replace trigger archived_months_insert_only before update or delete or truncate on archived_months
  for each statement execute function refuse_change();

create or replace trigger archived_moves_insert_only before update or delete or truncate on archived_moves
  for each statement execute function refuse_change();

create or replace trigger bet_cancellations_insert_only before update or delete or truncate on bet_cancellations
  for each statement execute function refuse_change();

create or replace trigger settlement_parts_insert_only before update or delete or truncate on settlement_parts
  for each statement execute function refuse_change();

create or replace trigger contest_results_insert_only before update or delete or truncate on contest_results
  for each statement execute function refuse_change();

create or replace trigger payout_tables_insert_only before update or delete or truncate on payout_tables
  for each statement execute function refuse_change();

create or replace trigger ledger_accounts_kept before delete or truncate on ledger_accounts
  for each statement execute function refuse_change();

create or replace trigger contests_kept before delete or truncate on contests
  for each statement execute function refuse_change();

create or replace trigger chains_kept before delete or truncate on chains
  for each statement execute function refuse_change();

create or replace trigger chain_checkpoints_kept before delete or truncate on chain_checkpoints
  for each statement execute function refuse_change();

create or replace trigger audit_log_insert_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create or replace trigger wallet_transactions_kept before delete or truncate on wallet_transactions
  for each statement execute function refuse_change();

create or replace trigger payees_kept before delete or truncate on payees
  for each statement execute function refuse_change();

create or replace trigger payout_freezes_kept before delete or truncate on payout_freezes
  for each statement execute function refuse_change();

create or replace trigger blocked_payout_accounts_kept before delete or truncate on blocked_payout_accounts
  for each statement execute function refuse_change();

create or replace trigger statements_insert_only before update or delete or truncate on statements
  for each statement execute function refuse_change();

create or replace trigger statement_lines_kept before delete or truncate on statement_lines
  for each statement execute function refuse_change();

create or replace trigger statement_balances_kept before delete or truncate on statement_balances
  for each statement execute function refuse_change();

create or replace trigger statement_days_insert_only before update or delete or truncate on statement_days
  for each statement execute function refuse_change();

create or replace trigger statement_day_transactions_insert_only before update or delete or truncate on statement_day_transactions
  for each statement execute function refuse_change();

create or replace trigger player_notes_kept before delete or truncate on player_notes
  for each statement execute function refuse_change();

create or replace trigger ticket_notes_kept before delete or truncate on ticket_notes
  for each statement execute function refuse_change();

create or replace trigger play_safety_changes_insert_only before update or delete or truncate on play_safety_changes
  for each statement execute function refuse_change();

create or replace trigger beacon_rounds_kept before delete or truncate on beacon_rounds
  for each statement execute function refuse_change();

create or replace trigger void_notices_kept before delete or truncate on void_notices
  for each statement execute function refuse_change();

create or replace trigger contest_secrets_insert_only before update or delete or truncate on contest_secrets
  for each statement execute function refuse_change();

create or replace trigger witness_sets_insert_only before update or delete or truncate on witness_sets
  for each statement execute function refuse_change();

create or replace trigger public_logs_insert_only before update or delete or truncate on public_logs
  for each statement execute function refuse_change();

create or replace trigger verifier_releases_insert_only before update or delete or truncate on verifier_releases
  for each statement execute function refuse_change();

create or replace trigger log_entries_insert_only before update or delete or truncate on log_entries
  for each statement execute function refuse_change();

create or replace trigger log_subtrees_insert_only before update or delete or truncate on log_subtrees
  for each statement execute function refuse_change();

create or replace trigger log_pending_kept before update or truncate on log_pending
  for each statement execute function refuse_change();

create or replace trigger log_cosignatures_kept before update or truncate on log_cosignatures
  for each statement execute function refuse_change();

create or replace trigger log_checkpoints_kept before truncate on log_checkpoints
  for each statement execute function refuse_change();

create or replace trigger receipt_keys_insert_only before update or delete or truncate on receipt_keys
  for each statement execute function refuse_change();

create or replace trigger liability_days_insert_only before update or delete or truncate on liability_days
  for each statement execute function refuse_change();

create or replace trigger liability_nodes_kept before update or truncate on liability_nodes
  for each statement execute function refuse_change();
