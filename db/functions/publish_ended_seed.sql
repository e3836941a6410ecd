-- Publishes the seed of a contest under version 2 of the draw that has ended, so that the chain goes on while the contest
-- waits for its beacon. The number needs the beacon's randomness as well. guard_contest_change (a trigger) refuses it before
-- the contest's end, a check a seed that doesn't match the commitment.
create or replace function publish_ended_seed(p_contest_id bigint, p_seed bytea) returns void
language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update contests set seed = p_seed where id = p_contest_id and draw_version = 2 and state = 'CLOSED' and seed is null;
end $$;
