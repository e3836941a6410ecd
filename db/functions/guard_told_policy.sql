-- That every admin was told of a proposal to loosen a rule (kind policy) is noted once each, a day and six days after it was made,
-- when each active admin has the notification (policy:<id>:1, policy:<id>:6).
create or replace function guard_told_policy() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_day int := case when old.first_told_at is null then 1 else 6 end;
begin
  if old.kind <> 'policy' or old.status <> 'open' or old.last_told_at is not null
    or (new.last_told_at is not null) <> (v_day = 6) or new.first_told_at is null
    or (v_day = 6 and new.first_told_at is distinct from old.first_told_at)
    or db_now() < old.created_at + make_interval(days => v_day)
    or abs(extract(epoch from db_now() - coalesce(new.last_told_at, new.first_told_at))) > 60
    or exists (select from users u
                where u.user_type = 'admin' and u.status = 'active'
                  and not exists (select from notifications n
                                   where n.user_id = u.id and n.cause = format('policy:%s:%s', old.id, v_day))) then
    raise exception 'that the admins were told of proposal % is not so', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger proposals_told_guard before update on proposals
  for each row when ((new.first_told_at, new.last_told_at) is distinct from (old.first_told_at, old.last_told_at))
  execute function guard_told_policy();
