-- To set a contest's number, and to make it void, takes two admins where second_admin_thresholds demands it. The maker of
-- the confirmed proposal is written into override_proposed_by or void_proposed_by, and nothing else is.
create or replace function guard_operator() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.override_proposed_by := old.override_proposed_by;
  new.void_proposed_by := old.void_proposed_by;
  if (new.override_number, new.overridden_at, new.overridden_by)
    is distinct from (old.override_number, old.overridden_at, old.overridden_by) then
    new.override_proposed_by :=
      require_second_admin('override', new.id, new.overridden_by, jsonb_build_object('number', new.override_number));
  end if;
  if (new.voided_at, new.voided_by, new.void_reason) is distinct from (old.voided_at, old.voided_by, old.void_reason) then
    new.void_proposed_by := require_second_admin('void', new.id, new.voided_by, jsonb_build_object('reason', new.void_reason));
  end if;
  return new;
end $$;

create or replace trigger contests_operator before update on contests
  for each row when (
    (new.override_number, new.overridden_at, new.overridden_by, new.override_proposed_by,
     new.voided_at, new.voided_by, new.void_reason, new.void_proposed_by)
    is distinct from
    (old.override_number, old.overridden_at, old.overridden_by, old.override_proposed_by,
     old.voided_at, old.voided_by, old.void_reason, old.void_proposed_by))
  execute function guard_operator();
