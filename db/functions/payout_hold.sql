-- Why a withdrawal can't be approved now: 'frozen' (the payouts of its player), 'blocked' (its account), or null: neither, or it is a
-- deposit. Until the transaction ends no freeze of the player and no block of the account begins: it locks the player's row (shared),
-- and the account's key, in this order, as guard_payout_freeze and guard_payout_block do.
create or replace function payout_hold(p_transaction_id bigint) returns text language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_request wallet_transactions;
  v_key text;
begin
  select * into strict v_request from wallet_transactions where id = p_transaction_id;
  if v_request.transaction_type <> 'debit' then
    return null;
  end if;
  v_key := payout_account_key(v_request.upi_id, v_request.account_number, v_request.ifsc_code);
  perform from users where id = v_request.player_id for share;
  perform pg_advisory_xact_lock_shared(hashtextextended('payout account ' || v_key, 0));
  if exists (select from payout_freezes
              where player_id = v_request.player_id and ended_at is null and ends_at > db_now()
                and id = (select max(f.id) from payout_freezes f where f.player_id = v_request.player_id)) then
    return 'frozen';
  end if;
  return case when exists (select from blocked_payout_accounts where account_key = v_key and lifted_at is null) then 'blocked' end;
end $$;
