-- Makes the partitions of this month in Asia/Kolkata and of the next three, and refuses from then on what addresses a
-- partition instead of its table. Returns how many months it made. One caller at a time.
create or replace function make_months() returns int language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_first timestamp := date_trunc('month', coalesce(db_now(), clock_timestamp()) at time zone 'Asia/Kolkata');
  v_month int;
  v_made int := 0;
  v_partition regclass;
begin
  perform pg_advisory_xact_lock(20269, 0);
  for v_month in select to_char(v_first + make_interval(months => n), 'YYMM')::int from generate_series(0, 3) n order by 1 loop
    if to_regclass('bets_' || v_month) is null or to_regclass('bet_payouts_' || v_month) is null
      or to_regclass('transfers_' || v_month) is null then
      perform make_month(v_month);
      v_made := v_made + 1;
    end if;
  end loop;

  for v_partition in
    select i.inhrelid::regclass from pg_inherits i
     where i.inhparent in ('bets'::regclass, 'bet_payouts'::regclass, 'transfers'::regclass)
       and not exists (select from pg_trigger t where t.tgrelid = i.inhrelid and t.tgname = 'months_as_a_whole')
     order by 1 loop
    execute format('create trigger months_as_a_whole before insert or update or delete or truncate on %s
                      for each statement execute function %s()', v_partition, 'refuse_change');
  end loop;
  return v_made;
end $$;
