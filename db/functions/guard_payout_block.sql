-- An account is blocked, and the block lifted once, by admins of payments, two different ones
-- (blocked_payout_accounts_two_admins). Nothing else of it changes. Locks the account's key: approvals (payout_hold) come before or
-- after.
create or replace function guard_payout_block() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - array['lifted_by', 'lifted_at', 'lift_reason'] <> to_jsonb(old) - array['lifted_by', 'lifted_at', 'lift_reason']
      or old.lifted_by is not null or new.lifted_by is null then
      raise exception 'of a block only its end is written, once' using errcode = 'restrict_violation';
    end if;
    perform require_payments_admin(new.lifted_by);
    return new;
  end if;
  if new.lifted_by is not null then
    raise exception 'a block begins in force' using errcode = 'restrict_violation';
  end if;
  new.account_key := payout_account_key(new.upi_id, new.account_number, new.ifsc_code);
  perform pg_advisory_xact_lock(hashtextextended('payout account ' || new.account_key, 0));
  perform require_payments_admin(new.blocked_by);
  return new;
end $$;

create or replace trigger blocked_payout_accounts_guard before insert or update on blocked_payout_accounts
  for each row execute function guard_payout_block();
