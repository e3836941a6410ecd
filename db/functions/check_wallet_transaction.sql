-- Deferred check at commit, for changes of a request (its money must have moved) and for its transfers (its state must
-- allow them). A payout has returned by the bank's line of its amount, or by what two admins know, whatever the amount.
create or replace function check_wallet_transaction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_wrong_moves(new.id);
  if new.status = 'returned'
    and not exists (select from statement_lines l
                     where l.transaction_id = new.id and l.direction = 'credit' and l.state = 'matched' and l.amount = new.amount)
    and not exists (select from proposals p
                     where p.kind = 'payout_return' and p.subject_id = new.id and p.status = 'confirmed' and p.checker_id = new.returned_by) then
    raise exception 'nothing shows that payout % was returned', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

drop trigger if exists wallet_transactions_moved on wallet_transactions;
create constraint trigger wallet_transactions_moved after insert or update on wallet_transactions
  deferrable initially deferred for each row execute function check_wallet_transaction();
