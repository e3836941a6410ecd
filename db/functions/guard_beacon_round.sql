-- A round of the beacon never changes once it is stored. It is stored with the instant of its arrival, and not before its
-- time.
create or replace function guard_beacon_round() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (new.round <> old.round or old.signature is not null) then
    raise exception 'a round of the beacon never changes' using errcode = 'restrict_violation';
  end if;
  -- Quicknet's genesis and period.
  if abs(extract(epoch from new.received_at - coalesce(db_now(), new.received_at))) > 1
    or new.received_at < to_timestamp(1692803367 + (new.round - 1) * 3) - interval '1 second' then
    raise exception 'a round of the beacon is stored as it arrives, and not before its time' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger beacon_rounds_change before insert or update on beacon_rounds
  for each row execute function guard_beacon_round();
