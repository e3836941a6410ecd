-- Deferred check at commit, for changes of a request (its money must have moved) and for its transfers (its state must
-- allow them).
create or replace function check_wallet_transaction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_wrong_moves(new.id);
  return null;
end $$;

drop trigger if exists wallet_transactions_moved on wallet_transactions;
create constraint trigger wallet_transactions_moved after insert or update on wallet_transactions
  deferrable initially deferred for each row execute function check_wallet_transaction();
