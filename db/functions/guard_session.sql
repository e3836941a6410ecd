-- A session that has ended stays ended, and each keeps its user, its token and its times, whatever the caller's role.
create or replace function guard_session() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.id, new.user_id, new.refresh_hash, new.created_at, new.expires_at)
     is distinct from (old.id, old.user_id, old.refresh_hash, old.created_at, old.expires_at)
    or old.ended_at is not null and (new.ended_at, new.end_reason) is distinct from (old.ended_at, old.end_reason) then
    raise exception 'session % can only be ended', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger sessions_guard
  before update of id, user_id, refresh_hash, created_at, expires_at, ended_at, end_reason on sessions
  for each row execute function guard_session();
