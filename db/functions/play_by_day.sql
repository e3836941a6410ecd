-- What a player staked and got back, by the day in Asia/Kolkata of the round, for the days from p_from to that of p_at
-- on which there was anything. Rounds never cross midnight. Live stakes count as staked; cancelled bets don't count.
-- Days that are over and settled are kept in play_days, so that each is summed once: of a month, one day is read from
-- results.
create or replace function play_by_day(p_player_id bigint, p_from date, p_at timestamptz)
returns table (day date, staked bigint, returned bigint) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_today date := (p_at at time zone 'Asia/Kolkata')::date;
  v_live date;
  v_since timestamptz;
begin
  select coalesce(min(d), v_today) into v_live
    from (select generate_series(p_from, v_today - 1, interval '1 day')::date as d) days
   where (select k.player_id from play_days k where k.player_id = p_player_id and k.day = d) is null;
  v_since := v_live::timestamp at time zone 'Asia/Kolkata';

  if v_live < v_today and not exists (
    select from contests c where c.state <> 'SETTLED' and c.settled_at is null and c.starts_at < v_today::timestamp at time zone 'Asia/Kolkata') then
    insert into play_days (player_id, day, staked, returned)
    select p_player_id, d::date, coalesce(sum(r.bet_amount), 0), coalesce(sum(r.win_amount), 0)
      from generate_series(v_live, v_today - 1, interval '1 day') d
      left join (select r.*, (c.starts_at at time zone 'Asia/Kolkata')::date as played_on
                   from contest_results r join contests c on c.id = r.contest_id
                  where r.player_id = p_player_id and r.settled_at >= v_since) r on r.played_on = d::date
     group by d
    on conflict do nothing;
    v_live := v_today;
    v_since := v_live::timestamp at time zone 'Asia/Kolkata';
  end if;

  return query
  select k.day, k.staked, k.returned from play_days k
   where k.player_id = p_player_id and k.day >= p_from and k.day < v_live
  union all
  select (l.starts_at at time zone 'Asia/Kolkata')::date, sum(l.staked)::bigint, sum(l.returned)::bigint
    from (select c.starts_at, r.bet_amount as staked, r.win_amount as returned
            from contest_results r join contests c on c.id = r.contest_id
           where r.player_id = p_player_id and r.settled_at >= v_since and c.starts_at >= v_since
          union all
          select c.starts_at, b.amount, 0
            from contests c
            join bets b on b.contest_id = c.id and b.player_id = p_player_id
             and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
           where c.state <> 'SETTLED' and c.starts_at >= v_since
             and not exists (select from bet_cancellations x where x.bet_id = b.id)
             and not exists (select from contest_results r where r.contest_id = c.id and r.player_id = p_player_id)) l
   group by 1;
end $$;
