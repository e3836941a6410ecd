-- A second factor is confirmed and removed with a row in the audit log, in the same transaction.
create or replace function audit_second_factor() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('user', (select uid from users where id = old.user_id));
  return null;
end $$;

drop trigger if exists second_factors_confirmed_audited on second_factors;
create constraint trigger second_factors_confirmed_audited after update on second_factors
  deferrable initially deferred for each row
  when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function audit_second_factor();

drop trigger if exists second_factors_removed_audited on second_factors;
create constraint trigger second_factors_removed_audited after delete on second_factors
  deferrable initially deferred for each row
  when (old.confirmed_at is not null)
  execute function audit_second_factor();
