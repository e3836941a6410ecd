-- A proposal begins open, for at most 24 hours, and is decided once; what it proposes never changes. One that loosens a rule (kind
-- policy) is open for seven days from its own instant on, is confirmed by an owner of 72 hours (is_settled_owner), and takes
-- effect unopposed after these days, a day after the admins were told for the second time. The maker and the
-- checker are active admins whose roles allow the action, and two different ones (proposals_two_admins): both, when it is
-- confirmed. Locks their rows (shared), so that none is deactivated meanwhile. It is confirmed only before it expires, by the instant that it carries and by the database's clock (with a minute's tolerance, as the
-- server took the time earlier).
create or replace function guard_proposal() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_admin bigint;
  v_admins bigint[];
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' or (new.first_told_at, new.last_told_at) is distinct from (null, null)
      or new.created_at > db_now() + interval '1 minute'
      or new.expires_at > new.created_at + interval '24 hours' and new.kind <> 'policy'
      or new.kind = 'policy' and (new.expires_at <> new.created_at + interval '7 days'
                                  or new.created_at < db_now() - interval '1 minute') then
      raise exception 'a proposal begins open, for 24 hours at most' using errcode = 'restrict_violation';
    end if;
    v_admins := array[new.maker_id];
  elsif old.status = 'open' and new.status = 'open'
    and to_jsonb(new) - array['first_told_at', 'last_told_at'] = to_jsonb(old) - array['first_told_at', 'last_told_at'] then
    return new;
  else
    if old.status <> 'open' or new.status = 'open' then
      raise exception 'proposal % is decided once', old.id using errcode = 'restrict_violation';
    end if;
    if to_jsonb(new) - array['status', 'checker_id', 'decided_at']
       <> to_jsonb(old) - array['status', 'checker_id', 'decided_at'] then
      raise exception 'what proposal % proposes cannot change', old.id using errcode = 'restrict_violation';
    end if;
    if new.status = 'confirmed'
      and (new.decided_at >= old.expires_at or db_now() >= old.expires_at + interval '1 minute') then
      raise exception 'proposal % has expired', old.id using errcode = 'restrict_violation';
    end if;
    if new.status = 'unopposed'
      and (new.kind <> 'policy' or new.last_told_at is null or db_now() < old.expires_at
           or db_now() < new.last_told_at + interval '24 hours') then
      raise exception 'proposal % may still be opposed', old.id using errcode = 'restrict_violation';
    end if;
    if new.status = 'confirmed' and new.kind = 'policy' and not is_settled_owner(new.checker_id) then
      raise exception 'proposal % needs an owner of 72 hours', old.id using errcode = 'restrict_violation';
    end if;
    v_admins := case when new.status = 'confirmed' then array[new.maker_id, new.checker_id]
                     when new.status = 'unopposed' then array[new.maker_id]
                     else array_remove(array[new.checker_id], null) end;
  end if;
  perform from users where id = any(v_admins) order by id for share;
  select a into v_admin from unnest(v_admins) a
   where not exists (
     select from users u where u.id = a and u.user_type = 'admin' and u.status = 'active' and decides_kind(new.kind, u.roles))
   limit 1;
  if found then
    raise exception 'user % may neither propose nor confirm a proposal of kind %', v_admin, new.kind
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger proposals_guard before insert or update on proposals
  for each row execute function guard_proposal();
