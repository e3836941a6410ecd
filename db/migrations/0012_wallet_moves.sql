-- Deposits and withdrawals move exactly the money that their state says, whoever writes.

-- A request begins pending: only a decision, and its row in the audit log, makes it anything else.
create function guard_new_wallet_transaction() returns trigger language plpgsql as $$
begin
  if new.status <> 'pending' or new.decided_by is not null then
    raise exception 'a deposit or withdrawal begins pending' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger wallet_transactions_begin before insert on wallet_transactions
  for each row execute function guard_new_wallet_transaction();
--> statement-breakpoint

-- Has all moved for a request that its state says is due, its own amount, between its own player's accounts and cash, and
-- nothing else? So no approval without its money, no money without its approval, nothing both paid out and returned.
create function refuse_wrong_moves(p_transaction_id bigint) returns void language plpgsql set enable_seqscan = off as $$
declare
  v_request wallet_transactions;
  v_due transfer_kind[];
  v_moved transfer_kind[];
  v_right boolean;
begin
  select * into v_request from wallet_transactions where id = p_transaction_id;
  v_due := case
    when v_request.transaction_type = 'credit' then
      case when v_request.status = 'success' then array['deposit'] else array[]::text[] end
    when v_request.status = 'pending' then array['withdrawal_hold']
    when v_request.status = 'success' then array['withdrawal_hold', 'withdrawal_payout']
    else array['withdrawal_hold', 'withdrawal_return'] end;

  select coalesce(array_agg(t.kind order by t.kind), '{}'),
         coalesce(bool_and(t.amount = v_request.amount and way.kind is not null
                           and coalesce(d.player_id, v_request.player_id) = v_request.player_id
                           and coalesce(c.player_id, v_request.player_id) = v_request.player_id), true)
    into v_moved, v_right
    from transfers t
    join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    left join (values ('deposit', 'cash', 'player_available'),
                      ('withdrawal_hold', 'player_available', 'player_held'),
                      ('withdrawal_return', 'player_held', 'player_available'),
                      ('withdrawal_payout', 'player_held', 'cash')) way (kind, giver, taker)
      on way.kind = t.kind::text and way.giver = d.kind::text and way.taker = c.kind::text
   where t.reference_id = p_transaction_id
     and t.kind in ('deposit', 'withdrawal_hold', 'withdrawal_return', 'withdrawal_payout');
  if v_request.id is null or v_moved <> v_due or not v_right then
    raise exception 'what moved for transaction % is not what its state says', p_transaction_id using errcode = 'restrict_violation';
  end if;
end $$;
--> statement-breakpoint

-- Asked of a request at commit, when its money must have moved, and of its money as it moves, when its state must say so.
create function check_wallet_transaction() returns trigger language plpgsql as $$
begin
  perform refuse_wrong_moves(new.id);
  return null;
end $$;
--> statement-breakpoint
create constraint trigger wallet_transactions_moved after insert or update on wallet_transactions
  deferrable initially deferred for each row execute function check_wallet_transaction();
--> statement-breakpoint
-- Once for all rows of a statement: bets' and payouts' transfers, which are none of these, must not pay for it row by row.
create function check_wallet_transfers() returns trigger language plpgsql as $$
begin
  perform refuse_wrong_moves(moved.reference_id)
     from (select distinct reference_id from new_transfers
            where kind in ('deposit', 'withdrawal_hold', 'withdrawal_return', 'withdrawal_payout')) moved;
  return null;
end $$;
--> statement-breakpoint
create trigger transfers_of_wallet_transactions after insert on transfers
  referencing new table as new_transfers
  for each statement execute function check_wallet_transfers();
