-- Deferred checks at commit: a change of a proposal is in the audit log, under the name of its subject, and what was
-- confirmed has been done, in the same transaction, by its checker.
create or replace function check_proposal() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row(new.subject_type, new.subject);
  if new.status in ('confirmed', 'unopposed') and not (case new.kind
      when 'payout' then exists (
        select from wallet_transactions
          where id = new.subject_id and status in ('approved', 'success') and approved_by = new.checker_id)
      when 'payout_return' then exists (
        select from wallet_transactions
          where id = new.subject_id and status = 'returned' and returned_by = new.checker_id)
      when 'deposit' then exists (
        select from wallet_transactions
          where id = new.subject_id and status = 'success' and decided_by = new.checker_id)
      when 'correction' then exists (
        select from balance_corrections where proposal_id = new.id and checked_by = new.checker_id)
      -- Adding, activating and choosing to show all leave it active, since the instant of the decision.
      when 'payee' then exists (
        select from payees p
          where p.active and p.activated_at = new.decided_at
            and (p.id = new.subject_id or new.payload ->> 'change' = 'ADDED')
            and (p.channel::text, p.upi_id, p.account_number, p.ifsc_code)
                is not distinct from (new.payload ->> 'channel', new.payload ->> 'upiId', new.payload ->> 'accountNumber', new.payload ->> 'ifscCode'))
      when 'roles' then exists (
        select from users where id = new.subject_id and to_jsonb(roles::text[]) = new.payload -> 'roles')
      when 'override' then exists (
        select from contests
          where id = new.subject_id and override_number = (new.payload ->> 'number')::int
            and overridden_by = new.checker_id and override_proposed_by = new.maker_id)
      when 'void' then exists (
        select from contests where id = new.subject_id and voided_by = new.checker_id and void_proposed_by = new.maker_id)
      when 'line_credit' then exists (
        select from wallet_transactions
          where credited_line_id = new.subject_id and status = 'success' and decided_by = new.checker_id)
      when 'policy' then exists (
        select from second_admin_thresholds t
          where (t.kind::text, t.from_amount::text, t.maker_day_amount::text)
                is not distinct from (new.payload ->> 'kind', new.payload ->> 'fromAmount', new.payload ->> 'makerDayAmount'))
      else false end) then
    raise exception 'proposal % is confirmed, but what it proposes has not been done', new.id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

drop trigger if exists proposals_done on proposals;
create constraint trigger proposals_done after insert or update of status on proposals
  deferrable initially deferred for each row
  when (new.status <> 'lapsed')
  execute function check_proposal();
