-- What a player's own limits say about bets at p_at. `stop` refuses all of them: self_excluded, time_out, reality_check;
-- else null. `room` is what may still be staked, null without limit, and room_name the limit that sets it: stake_limit or
-- loss_limit. A loss limit counts live stakes as lost.
-- Called by place_numbered_bets for players whose account is `guarded`, while that is locked. With a reality check it also notes
-- that the player is playing; 30 minutes without a bet end a play.
create or replace function bet_guard(p_player_id bigint, p_at timestamptz)
returns table (player_id bigint, stop text, room bigint, room_name text) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_guard play_guards;
  v_from date;
begin
  player_id := p_player_id;
  select * into v_guard from play_guards g where g.player_id = p_player_id;
  if v_guard.excluded_at is not null and coalesce(v_guard.excluded_until > p_at, true) then
    stop := 'self_excluded';
  elsif v_guard.time_out_until > p_at then
    stop := 'time_out';
  elsif v_guard.reality_minutes is not null then
    if coalesce(v_guard.played_at < p_at - interval '30 minutes', true) then
      v_guard.played_since := p_at;
    end if;
    if p_at >= greatest(v_guard.played_since, v_guard.answered_at) + make_interval(mins => v_guard.reality_minutes) then
      stop := 'reality_check';
    else
      update play_guards g set played_since = v_guard.played_since, played_at = p_at where g.player_id = p_player_id;
    end if;
  end if;

  select min(period_start(l.period, p_at)) into v_from from play_limits l
   where stop is null and l.player_id = p_player_id and l.kind in ('stake', 'loss')
     and limit_in_force(l, p_at) is not null;
  if v_from is not null then
    with played as materialized (select * from play_by_day(p_player_id, v_from, p_at))
    select r.left_over, r.kind || '_limit' into room, room_name
      from (select l.kind,
                   limit_in_force(l, p_at)
                   - (select coalesce(sum(p.staked - case l.kind when 'loss' then p.returned else 0 end), 0)::bigint
                        from played p where p.day >= period_start(l.period, p_at)) as left_over
              from play_limits l
             where l.player_id = p_player_id and l.kind in ('stake', 'loss')) r
     where r.left_over is not null
     order by r.left_over, r.kind limit 1;
  end if;
  return next;
end $$;
