-- Closes betting on a contest. Waits until no server holds it for bets that it received in time (hold_round), at most until
-- 1.5 s after its closing by the database's clock, which leaves a witness and the root of its bets 3.5 s of the shortest round;
-- then for the batches of bets that are under way, but for no later ones. True when this call closed it.
-- guard_contest_change (a trigger) refuses to close it before its evaluation time.
create or replace function close_contest(p_contest_id bigint, p_at timestamptz) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_contest contests;
  v_lock_timeout text := current_setting('lock_timeout');
  v_wait_ms int;
begin
  select * into v_contest from contests where id = p_contest_id and state = 'OPEN';
  if not found then
    return false;
  end if;
  -- 0 after an outage of any length, and while the clock is suspended (null): then it waits for no server.
  v_wait_ms := least(greatest(ceil(extract(epoch from v_contest.closes_at + interval '1.5 seconds' - db_now()) * 1000), 0), 1500);
  if v_wait_ms > 0 then
    perform set_config('lock_timeout', v_wait_ms::text, true);
    begin
      perform pg_advisory_xact_lock(20270, round_hold_key(v_contest.game_type, v_contest.slot));
    exception when lock_not_available then
      null;
    end;
    perform set_config('lock_timeout', v_lock_timeout, true);
  end if;
  perform hold_bets(p_contest_id);
  update contests set state = 'CLOSED', closed_at = p_at where id = p_contest_id and state = 'OPEN';
  return found;
end $$;
