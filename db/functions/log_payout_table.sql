-- Logs a table of payouts before the first contest that pays by it.
create or replace function log_payout_table() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform append_log_entry(null, payout_table_log_entry(new));
  return null;
end $$;

create or replace trigger payout_tables_log after insert on payout_tables
  for each row execute function log_payout_table();
