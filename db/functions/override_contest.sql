-- Sets the winning number of an open contest. guard_contest_change (a trigger) refuses it when it comes too late, and
-- audit_contest_override refuses it when the transaction has written no row for it in the audit log.
create or replace function override_contest(
  p_contest_id bigint, p_number smallint, p_admin_id bigint, p_at timestamptz
) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update contests set override_number = p_number, overridden_at = p_at, overridden_by = p_admin_id where id = p_contest_id
$$;
