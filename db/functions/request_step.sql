-- The step that a change of a deposit or withdrawal takes, or null: none that there is. 'stay' changes no state. A withdrawal is approved,
-- then paid ('approve', then 'pay'), or both at once ('approve' to success); 'withdraw_approval' lets it wait again, 'return' is a payout that
-- the bank sent back. A denied deposit may be reopened.
create or replace function request_step(p_old wallet_transactions, p_new wallet_transactions) returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_payout boolean := p_old.transaction_type = 'debit';
begin
  return case p_old.status
    when 'pending' then
      case p_new.status
        when 'pending' then 'stay'
        when 'success' then 'approve'
        when 'failed' then 'deny'
        when 'cancelled' then 'cancel'
        when 'approved' then case when v_payout then 'approve' end end
    when 'approved' then
      case p_new.status when 'success' then 'pay' when 'failed' then 'deny' when 'pending' then 'withdraw_approval' end
    when 'success' then case when v_payout and p_new.status = 'returned' then 'return' end
    when 'failed' then case when not v_payout and p_new.status = 'pending' then 'reopen' end
  end;
end $$;
