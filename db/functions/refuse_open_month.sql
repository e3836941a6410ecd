-- Refuses to archive a month that is not over for three months, that has a round which is not settled or refunded, or no
-- partitions (archived already, never there).
create or replace function refuse_open_month(p_month int) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_unsettled text;
  -- As operators write it, such as 2026-11.
  v_name text := format('20%s-%s', lpad((p_month / 100)::text, 2, '0'), lpad((p_month % 100)::text, 2, '0'));
  v_from date;
begin
  if p_month is null or p_month not between 1 and 9912 or p_month % 100 not between 1 and 12
    or to_regclass('bets_' || p_month) is null or to_regclass('bet_payouts_' || p_month) is null
    or to_regclass('transfers_' || p_month) is null then
    raise exception '% has no bets in the database', v_name using errcode = 'restrict_violation';
  end if;
  v_from := make_date(2000 + p_month / 100, p_month % 100, 1) + interval '4 months';
  if v_from > coalesce(db_now(), clock_timestamp()) at time zone 'Asia/Kolkata' then
    raise exception '% can be archived from % on, three months after its end', v_name, to_char(v_from, 'FMDD FMMonth YYYY')
      using errcode = 'restrict_violation';
  end if;
  select game_id into v_unsettled from contests where bets_month = p_month and settled_at is null limit 1;
  if found then
    raise exception 'round % of % is not settled', v_unsettled, v_name using errcode = 'restrict_violation';
  end if;
end $$;
