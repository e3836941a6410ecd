-- What a player's own limits say about a new deposit: `stop` (SELF_EXCLUDED, TIME_OUT) refuses any; `room` is what may
-- still be asked for under the tightest limit, null without one; `until` when that changes, null for never. Requests of the
-- period count while they are pending or approved.
-- Locks the player's available account, so that two requests, or a request and a new limit, come one after the other.
create or replace function deposit_guard(p_player_id bigint, out stop text, out room bigint, out until timestamptz)
language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  v_at timestamptz := db_now();
  v_guarded boolean;
  v_guard play_guards;
begin
  select a.guarded into v_guarded from ledger_accounts a
   where a.player_id = p_player_id and a.kind = 'player_available' for no key update;
  if v_guarded is not true then
    return;
  end if;
  select * into v_guard from play_guards g where g.player_id = p_player_id;
  if v_guard.excluded_at is not null and coalesce(v_guard.excluded_until > v_at, true) then
    stop := 'SELF_EXCLUDED';
    until := v_guard.excluded_until;
  elsif v_guard.time_out_until > v_at then
    stop := 'TIME_OUT';
    until := v_guard.time_out_until;
  else
    select r.left_over, (r.start + ('1 ' || r.period)::interval) at time zone 'Asia/Kolkata' into room, until
      from (select l.period, period_start(l.period, v_at)::timestamp as start,
                   limit_in_force(l, v_at)
                   - (select coalesce(sum(w.amount), 0)::bigint from wallet_transactions w
                       where w.player_id = p_player_id and w.transaction_type = 'credit' and w.status in ('pending', 'success')
                         and w.created_at >= period_start(l.period, v_at)::timestamp at time zone 'Asia/Kolkata') as left_over
              from play_limits l where l.player_id = p_player_id and l.kind = 'deposit') r
     where r.left_over is not null
     order by r.left_over, r.period desc limit 1;
  end if;
end $$;
