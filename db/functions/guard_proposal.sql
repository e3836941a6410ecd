-- A proposal begins open, for at most 24 hours, and is decided once; what it proposes never changes. The maker and the
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
    if new.status <> 'open' or new.expires_at > new.created_at + interval '24 hours'
      or new.created_at > db_now() + interval '1 minute' then
      raise exception 'a proposal begins open, for 24 hours at most' using errcode = 'restrict_violation';
    end if;
    v_admins := array[new.maker_id];
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
    v_admins := case new.status when 'confirmed' then array[new.maker_id, new.checker_id] else array_remove(array[new.checker_id], null) end;
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
