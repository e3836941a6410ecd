-- A bet by its id. Called for repeated keys only: a look-up in place_numbered_bets itself would make every batch set up a scan of
-- each month's partition.
create or replace function placed_bet(p_id bigint) returns bets language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_bet bets;
begin
  select * into v_bet from bets where id = p_id;
  return v_bet;
end $$;
