-- Makes an open contest void, with a public reason. guard_contest_change (a trigger) refuses it once betting has closed
-- and a second time, audit_contest_override when the transaction has written no row for it in the audit log. The caller
-- holds the contest's lock, alone. Its bets are refunded by refund_void_bets.
create or replace function void_contest(
  p_contest_id bigint, p_reason text, p_admin_id bigint, p_at timestamptz
) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update contests set state = 'VOID', voided_at = p_at, voided_by = p_admin_id, void_reason = p_reason where id = p_contest_id;
end $$;
