-- Whether this admin may not approve a deposit or withdrawal alone (needs_second_admin, covering_line). p_amount, in paise, is what
-- is credited or paid out.
create or replace function approval_needs_second_admin(p_transaction_id bigint, p_admin_id bigint, p_amount bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_request wallet_transactions;
begin
  select * into strict v_request from wallet_transactions where id = p_transaction_id;
  if v_request.transaction_type = 'credit' then
    return covering_line(p_transaction_id, p_admin_id, p_amount) is null
      and needs_second_admin('deposit', p_admin_id, p_amount, v_request.player_id, null);
  end if;
  return needs_second_admin('payout', p_admin_id, p_amount, v_request.player_id,
                            payout_account_key(v_request.upi_id, v_request.account_number, v_request.ifsc_code));
end $$;
