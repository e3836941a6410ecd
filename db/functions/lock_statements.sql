-- Locks the statements of a payee until the transaction ends: exclusively for what reads all of them and decides (import,
-- matching, closing), else shared. Taken before any row.
create or replace function lock_statements(p_payee_id bigint, p_shared boolean) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_shared then
    perform pg_advisory_xact_lock_shared(hashtextextended('statements of payee ' || p_payee_id, 0));
  else
    perform pg_advisory_xact_lock(hashtextextended('statements of payee ' || p_payee_id, 0));
  end if;
end $$;
