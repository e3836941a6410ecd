-- A limit is tightened at once; it is loosened or removed no sooner than 24 hours from now (with a minute's tolerance, as
-- the server took the time earlier). Locks the player's available account: bets and deposits come before or after the
-- change.
create or replace function guard_play_limit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_at timestamptz := db_now();
  v_before bigint;
begin
  if tg_op = 'DELETE' then
    raise exception 'limits are kept' using errcode = 'restrict_violation';
  end if;
  perform 1 from ledger_accounts a
    where a.player_id = new.player_id and a.kind = 'player_available' for no key update;
  if tg_op = 'UPDATE' then
    if (new.player_id, new.kind, new.period) is distinct from (old.player_id, old.kind, old.period) then
      raise exception 'a limit keeps its player, kind and period' using errcode = 'restrict_violation';
    end if;
    v_before := limit_in_force(old, v_at);
    if v_before is not null and coalesce(new.amount > v_before, true)
      or v_before is not null and new.next_at < v_at + interval '23 hours 59 minutes' and coalesce(new.next_amount > v_before, true)
         and (new.next_at, new.next_amount) is distinct from (old.next_at, old.next_amount) then
      raise exception 'a limit is loosened after 24 hours' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create or replace trigger play_limits_guard before insert or update or delete on play_limits
  for each row execute function guard_play_limit();
