-- Locks a contest's row until the transaction ends: shared, so that it can't close meanwhile, or alone.
create or replace function lock_contest(p_contest_id bigint, p_shared boolean) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_shared then
    perform 1 from contests where id = p_contest_id for share;
  else
    perform 1 from contests where id = p_contest_id for no key update;
  end if;
end $$;
