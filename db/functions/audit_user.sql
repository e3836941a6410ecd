create or replace function audit_user() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('user', new.uid);
  return null;
end $$;

drop trigger if exists users_status_audited on users;
create constraint trigger users_status_audited after update on users
  deferrable initially deferred for each row
  when (new.status is distinct from old.status or new.user_type is distinct from old.user_type
        or new.roles is distinct from old.roles)
  execute function audit_user();

drop trigger if exists users_admin_audited on users;
create constraint trigger users_admin_audited after insert on users
  deferrable initially deferred for each row
  when (new.user_type = 'admin')
  execute function audit_user();
