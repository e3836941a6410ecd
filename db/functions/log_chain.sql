-- Logs a chain with its anchor as it begins, before its first contest, and its end.
create or replace function log_chain() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform append_log_entry(null, chain_log_entry(new, case tg_op when 'INSERT' then 'chain' else 'chainRetired' end));
  return null;
end $$;

create or replace trigger chains_log after insert on chains
  for each row execute function log_chain();

create or replace trigger chains_retired_log after update on chains
  for each row when (old.retired_at is null and new.retired_at is not null) execute function log_chain();
