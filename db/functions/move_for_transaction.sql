-- Makes one transfer of a deposit or withdrawal. Accounts and amount are derived from the request; refuse_wrong_moves
-- (a trigger on transfers) refuses a transfer that the request's state doesn't allow. Returns the transfer's id. Raises
-- check_violation when the debit account would fall below zero, unique_violation when the transfer was made before.
create or replace function move_for_transaction(p_transaction_id bigint, p_kind transfer_kind, p_at timestamptz)
returns bigint language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_request wallet_transactions;
  v_from bigint;
  v_to bigint;
  v_counter bigint;
begin
  if p_kind not in ('deposit', 'withdrawal_hold', 'withdrawal_return', 'withdrawal_payout', 'withdrawal_returned') then
    raise exception 'no deposit or withdrawal moves money as %', p_kind using errcode = 'restrict_violation';
  end if;
  select * into strict v_request from wallet_transactions where id = p_transaction_id;
  -- Each by a constant: the index of these accounts is by kind, and partial.
  if p_kind = 'deposit' and exists (
    select from statement_lines l where l.id = v_request.credited_line_id and l.aside_kind = 'unclaimed') then
    select id into strict v_counter from ledger_accounts where kind = 'unclaimed';
  else
    select id into strict v_counter from ledger_accounts where kind = 'cash';
  end if;
  select case when p_kind in ('deposit', 'withdrawal_returned') then v_counter
              when p_kind = 'withdrawal_hold' then available.id else held.id end,
         case p_kind when 'withdrawal_hold' then held.id when 'withdrawal_payout' then v_counter else available.id end
    into strict v_from, v_to
    from ledger_accounts available
    join ledger_accounts held on held.player_id = available.player_id and held.kind = 'player_held'
   where available.player_id = v_request.player_id and available.kind = 'player_available';
  return post_transfer(v_from, v_to, v_request.amount, p_kind, p_transaction_id, p_at);
end $$;
