-- Keeps every change of a player's limits and pauses in play_safety_changes. Plays, which bet_guard writes with each bet
-- into play_guards, don't call it.
create or replace function log_play_safety() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'play_limits' then
    insert into play_safety_changes (player_id, at, setting, kind, period, amount, effective_at)
    values (new.player_id, db_now(), 'LIMIT', new.kind, new.period,
            case when new.next_at is null then new.amount else new.next_amount end, new.next_at);
    return null;
  end if;
  insert into play_safety_changes (player_id, at, setting, until, minutes)
  select new.player_id, db_now(), setting::play_safety_setting, until, minutes
    -- `old` is null for a row that is inserted.
    from (values ('TIME_OUT', new.time_out_until, null::smallint,
                  new.time_out_until is not null and new.time_out_until is distinct from old.time_out_until),
                 ('EXCLUSION', new.excluded_until, null,
                  new.excluded_at is not null and (new.excluded_at, new.excluded_until) is distinct from (old.excluded_at, old.excluded_until)),
                 ('REALITY_CHECK', null, new.reality_minutes, new.reality_minutes is distinct from old.reality_minutes))
      as changed (setting, until, minutes, is_changed)
   where is_changed;
  return null;
end $$;

create or replace trigger play_limits_first_logged after insert on play_limits
  for each row when (new.amount is not null or new.next_at is not null) execute function log_play_safety();
create or replace trigger play_limits_logged after update on play_limits
  for each row when ((new.amount, new.next_amount, new.next_at) is distinct from (old.amount, old.next_amount, old.next_at))
  execute function log_play_safety();

create or replace trigger play_guards_first_logged after insert on play_guards
  for each row execute function log_play_safety();
create or replace trigger play_guards_logged after update on play_guards
  for each row when ((new.time_out_until, new.excluded_at, new.excluded_until, new.reality_minutes)
                     is distinct from (old.time_out_until, old.excluded_at, old.excluded_until, old.reality_minutes))
  execute function log_play_safety();
