-- Makes a contest void that still waits for the beacon, for the announced reason. False when it is not waiting, or has no standing
-- announcement. guard_contest_change (a trigger) refuses it where may_void_waiting does, audit_contest_override without its row
-- in the audit log. The lock keeps the beacon's round from coming meanwhile. Its bets are refunded by refund_void_bets.
create or replace function void_waiting_contest(p_contest_id bigint, p_admin_id bigint, p_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(20265, (beacon_round % 2147483647)::int) from contests where id = p_contest_id;
  update contests c
     set state = 'VOID', voided_at = p_at, voided_by = p_admin_id, void_reason = n.reason, decided_at = p_at
    from void_notices n
   where c.id = p_contest_id and c.state = 'CLOSED' and n.contest_id = c.id and n.stopped_at is null;
  return found;
end $$;
