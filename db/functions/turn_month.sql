-- Moves the sequence of bets' ids to the month of p_at in Asia/Kolkata, so that what is bet from now on is in that month's
-- partitions. Only when no contest takes bets, so that each contest's bets are in one month; and only to a month whose
-- partitions are there: without them bets stay in the month before, and none is refused. setval is not rolled back, which does no
-- harm: the next contest to open is in that month anyway. The caller, open_contest, is alone (advisory lock 20268).
create or replace function turn_month(p_at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_month int := to_char(p_at at time zone 'Asia/Kolkata', 'YYMM')::int;
begin
  if v_month > coalesce(pg_sequence_last_value('bets_id_seq'), 0) / 1000000000000
    and to_regclass('bets_' || v_month) is not null and to_regclass('bet_payouts_' || v_month) is not null
    and to_regclass('transfers_' || v_month) is not null
    and not exists (select from contests where state = 'OPEN') then
    perform setval('bets_id_seq', v_month * 1000000000000);
  end if;
end $$;
