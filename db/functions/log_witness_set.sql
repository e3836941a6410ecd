-- Logs a set of witnesses before the first contest that needs them.
create or replace function log_witness_set() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform append_log_entry(null, row_to_json(e)::text)
     from (select 1 as v, 'witnesses' as type, new.id, new.vkeys, cardinality(new.vkeys) / 2 + 1 as needed,
                  instant_text(new.created_at) as "createdAt") e;
  return null;
end $$;

create or replace trigger witness_sets_log after insert on witness_sets
  for each row execute function log_witness_set();
