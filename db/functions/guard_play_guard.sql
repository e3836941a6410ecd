-- While a time-out or an exclusion is in force, it can be made longer and not shorter, whatever the caller's role. Locks
-- the player's available account: bets and deposits come before or after the change.
create or replace function guard_play_guard() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_at timestamptz := db_now();
begin
  if tg_op = 'DELETE' then
    raise exception 'guards are kept' using errcode = 'restrict_violation';
  end if;
  perform 1 from ledger_accounts a
    where a.player_id = new.player_id and a.kind = 'player_available' for no key update;
  if tg_op = 'UPDATE' then
    if new.player_id <> old.player_id
      or old.time_out_until > v_at and coalesce(new.time_out_until < old.time_out_until, true) then
      raise exception 'a time-out cannot be shortened' using errcode = 'restrict_violation';
    end if;
    if old.excluded_at is not null and coalesce(old.excluded_until > v_at, true) and (
         new.excluded_at is null
         or new.excluded_until is not null and coalesce(new.excluded_until < old.excluded_until, true)) then
      raise exception 'an exclusion cannot be shortened' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create or replace trigger play_guards_guard before insert or update or delete on play_guards
  for each row execute function guard_play_guard();
