-- Stores the seed of a void contest that has ended, so that the chain goes on. guard_contest_change (a trigger) refuses
-- it before the contest's end, a check a seed that doesn't match the commitment.
create or replace function publish_void_seed(p_contest_id bigint, p_seed bytea, p_at timestamptz) returns void
language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update contests set seed = p_seed, decided_at = p_at where id = p_contest_id and state = 'VOID' and seed is null;
end $$;
