-- Closes betting on a contest. Waits for the batches of bets that are under way, but for no later ones. True when this
-- call closed it. guard_contest_change (a trigger) refuses to close it before its evaluation time.
create or replace function close_contest(p_contest_id bigint, p_at timestamptz) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform hold_bets(p_contest_id);
  update contests set state = 'CLOSED', closed_at = p_at where id = p_contest_id and state = 'OPEN';
  return found;
end $$;
