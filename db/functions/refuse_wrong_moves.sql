-- Checks that exactly the transfers have been made that a request's state requires, with its amount, between its
-- player's accounts and cash; a deposit made of an unclaimed receipt from the account `unclaimed`, where the money is. So there is no approval without its money, no money without its approval, and nothing is
-- both paid out and returned.
create or replace function refuse_wrong_moves(p_transaction_id bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  v_request wallet_transactions;
  v_due transfer_kind[];
  v_moved transfer_kind[];
  v_right boolean;
  v_giver text;
begin
  select * into v_request from wallet_transactions where id = p_transaction_id;
  v_giver := case when exists (select from statement_lines l
                                where l.id = v_request.credited_line_id and l.aside_kind = 'unclaimed')
                  then 'unclaimed' else 'cash' end;
  v_due := case
    when v_request.transaction_type = 'credit' then
      case when v_request.status = 'success' then array['deposit'] else array[]::text[] end
    when v_request.status in ('pending', 'approved') then array['withdrawal_hold']
    when v_request.status = 'success' then array['withdrawal_hold', 'withdrawal_payout']
    when v_request.status = 'returned' then array['withdrawal_hold', 'withdrawal_payout', 'withdrawal_returned']
    else array['withdrawal_hold', 'withdrawal_return'] end;

  select coalesce(array_agg(t.kind order by t.kind), '{}'),
         coalesce(bool_and(t.amount = v_request.amount and way.kind is not null
                           and coalesce(d.player_id, v_request.player_id) = v_request.player_id
                           and coalesce(c.player_id, v_request.player_id) = v_request.player_id), true)
    into v_moved, v_right
    from transfers t
    join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    left join (values ('deposit', v_giver, 'player_available'),
                      ('withdrawal_hold', 'player_available', 'player_held'),
                      ('withdrawal_return', 'player_held', 'player_available'),
                      ('withdrawal_payout', 'player_held', 'cash'),
                      ('withdrawal_returned', 'cash', 'player_available')) way (kind, giver, taker)
      on way.kind = t.kind::text and way.giver = d.kind::text and way.taker = c.kind::text
   where t.reference_id = p_transaction_id
     and t.kind in ('deposit', 'withdrawal_hold', 'withdrawal_return', 'withdrawal_payout', 'withdrawal_returned');
  -- A deposit that admins made of a line is never left for another decision.
  if v_request.id is null or v_moved <> v_due or not v_right
    or v_request.credited_line_id is not null and v_request.status <> 'success' then
    raise exception 'what moved for transaction % is not what its state says', p_transaction_id using errcode = 'restrict_violation';
  end if;
end $$;
