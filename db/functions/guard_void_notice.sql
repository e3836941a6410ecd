-- An announcement to make a contest void is an owner's, concerns one that has waited for the beacon for a week, and has its row in
-- the audit log. It stands until it is stopped, once, by an owner; nothing else of it changes.
create or replace function guard_void_notice() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_owner bigint := case tg_op when 'INSERT' then new.made_by else new.stopped_by end;
begin
  if tg_op = 'INSERT' and (new.stopped_at is not null or abs(extract(epoch from new.made_at - db_now())) > 60 or not exists (
    select from contests c
     where c.id = new.contest_id and c.draw_version = 2 and c.state = 'CLOSED' and c.seed is not null and c.bets_root is not null
       and coalesce(db_now() >= c.ends_at + interval '7 days', true)
       and not exists (select from beacon_rounds where round = c.beacon_round and signature is not null))) then
    raise exception 'a contest is announced to become void only after a week without the beacon' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (old.stopped_at is not null or (new.id, new.contest_id, new.reason, new.made_by, new.made_at)
    is distinct from (old.id, old.contest_id, old.reason, old.made_by, old.made_at)) then
    raise exception 'an announcement only ends' using errcode = 'restrict_violation';
  end if;
  if not exists (select from users where id = v_owner and status = 'active' and 'OWNER' = any(roles)) then
    raise exception 'an announcement to make a contest void is an owner''s' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger void_notices_guard before insert or update on void_notices
  for each row execute function guard_void_notice();
