-- The posting function for one movement. Raises check_violation (ledger_accounts_balance_not_negative) when the debit
-- account would fall below zero, unique_violation (transfers_once_per_reference) when the movement was made before.
create or replace function post_transfer(
  p_debit_account_id bigint, p_credit_account_id bigint, p_amount bigint,
  p_kind transfer_kind, p_reference_id bigint, p_at timestamptz
) returns bigint language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint;
begin
  perform 1 from ledger_accounts
    where id in (p_debit_account_id, p_credit_account_id) and balance is not null
    order by id for no key update;
  insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    values (p_debit_account_id, p_credit_account_id, p_amount, p_kind, p_reference_id, p_at)
    returning id into v_id;
  return v_id;
end $$;
