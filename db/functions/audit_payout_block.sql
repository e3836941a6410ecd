-- Every change of a blocked payout account needs its row in the audit log, under the account.
create or replace function audit_payout_block() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('payoutAccount', coalesce(new.upi_id, new.account_number));
  return null;
end $$;

drop trigger if exists blocked_payout_accounts_audited on blocked_payout_accounts;
create constraint trigger blocked_payout_accounts_audited after insert or update on blocked_payout_accounts
  deferrable initially deferred for each row execute function audit_payout_block();
