-- A recovery code is used once, and stays used.
create or replace function guard_recovery_code() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.used_at is not null or (new.factor_id, new.code_hash) is distinct from (old.factor_id, old.code_hash) then
    raise exception 'a recovery code is used once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger recovery_codes_guard before update on recovery_codes
  for each row execute function guard_recovery_code();
