-- A freeze of a player's payouts is made by an admin of payments, and lasts 14 days. While it is in force, an admin other than its
-- maker and its last extender may extend its end by 14 days. For 14 days after it is over, neither of these two may freeze the same
-- player again, since that would extend their own freeze. Any admin of payments may end a freeze in force early. No other column
-- changes, and no row is deleted. 14 days are written as 336 hours, because a day with a change of daylight saving time has 23 or 25.
-- Locks the player's row, which serializes approvals (payout_hold) and other changes of the freeze.
create or replace function guard_payout_freeze() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_last payout_freezes;
  v_makers bigint[];
  v_running boolean;
begin
  perform from users where id = new.player_id and user_type = 'player' for no key update;
  if not found then
    raise exception 'user % is no player', new.player_id using errcode = 'restrict_violation';
  end if;
  select * into v_last from payout_freezes where player_id = new.player_id order by id desc limit 1;
  v_running := v_last.id is not null and v_last.ended_at is null and coalesce(v_last.ends_at > db_now(), true);
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - array['ended_by', 'ended_at', 'end_reason'] <> to_jsonb(old) - array['ended_by', 'ended_at', 'end_reason']
      or new.ended_by is null or new.id <> v_last.id or not v_running
      or new.ended_at not between db_now() - interval '1 minute' and db_now() + interval '1 minute' then
      raise exception 'of a freeze only its end is written, once, while it runs' using errcode = 'restrict_violation';
    end if;
    perform require_payments_admin(new.ended_by);
    return new;
  end if;
  if new.ended_by is not null or new.made_at > db_now() + interval '1 minute'
    or (new.extends_id is not null) <> v_running
    or new.extends_id is distinct from (case when v_running then coalesce(v_last.extends_id, v_last.id) end)
    or new.ends_at <> (case when v_running then v_last.ends_at else new.made_at end) + interval '336 hours' then
    raise exception 'a freeze lasts 14 days, and is extended by 14 days while it runs' using errcode = 'restrict_violation';
  end if;
  v_makers := array[v_last.made_by, (select made_by from payout_freezes where id = v_last.extends_id)];
  if new.made_by = any(v_makers)
    and (v_running or coalesce(v_last.ended_at, v_last.ends_at) > db_now() - interval '14 days') then
    raise exception 'another admin prolongs a freeze' using errcode = 'restrict_violation';
  end if;
  perform require_payments_admin(new.made_by);
  return new;
end $$;

create or replace trigger payout_freezes_guard before insert or update on payout_freezes
  for each row execute function guard_payout_freeze();
