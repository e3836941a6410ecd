-- A request is decided once, by a named user, and its other columns never change. The key of a payout's reference is claimed:
-- no other payout may have it (wallet_transactions_payout_claim_unique). A deposit whose key was credited, by another deposit
-- or by a bank's line that has paid another one, or is a payout's, is not approved (reference_holder). Approvals of one key
-- come one after the other.
create or replace function guard_wallet_transaction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.status <> 'pending' then
    raise exception 'transaction % is decided already', old.id using errcode = 'restrict_violation';
  end if;
  if (new.id, new.player_id, new.transaction_type, new.channel, new.amount, new.reference, new.reference_key,
      new.reference_scope, new.key_clashes, new.payee_id, new.upi_id,
      new.account_number, new.ifsc_code, new.account_holder_name, new.created_at)
     is distinct from
     (old.id, old.player_id, old.transaction_type, old.channel, old.amount, old.reference, old.reference_key,
      old.reference_scope, old.key_clashes, old.payee_id, old.upi_id,
      old.account_number, old.ifsc_code, old.account_holder_name, old.created_at) then
    raise exception 'what transaction % asks for cannot change', old.id using errcode = 'restrict_violation';
  end if;
  if (new.status in ('success', 'failed')) <> (new.decided_by is not null) then
    raise exception 'transaction % must be decided by an admin', old.id using errcode = 'restrict_violation';
  end if;
  -- Money on its way out is not to be gambled away.
  if new.status = 'cancelled' and is_real_money() then
    raise exception 'a withdrawal of real money is not cancelled' using errcode = 'restrict_violation';
  end if;
  if new.payout_reference is not null and (new.transaction_type <> 'debit' or new.status <> 'success') then
    raise exception 'transaction % pays nothing out', old.id using errcode = 'restrict_violation';
  end if;
  if new.transaction_type = 'credit' and new.status = 'success' then
    perform pg_advisory_xact_lock(hashtextextended('reference ' || new.reference_key, 0));
    if reference_holder(new.id) is not null then
      raise exception 'the payment % has paid another request', new.reference using errcode = 'restrict_violation';
    end if;
  end if;
  new.payout_claim := reference_key(new.payout_reference);
  return new;
end $$;

create or replace trigger wallet_transactions_guard before update on wallet_transactions
  for each row execute function guard_wallet_transaction();
