-- Who is an admin, what they may do and how they sign in changes with a row in the audit log, in the same transaction; the
-- status of every user as well.
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
        or new.roles is distinct from old.roles
        or new.user_type = 'admin' and (new.password_hash, new.email) is distinct from (old.password_hash, old.email))
  execute function audit_user();

drop trigger if exists users_admin_audited on users;
create constraint trigger users_admin_audited after insert on users
  deferrable initially deferred for each row
  when (new.user_type = 'admin')
  execute function audit_user();
