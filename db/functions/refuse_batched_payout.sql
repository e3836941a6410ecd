-- A withdrawal that is in a batch is not decided: neither paid beside it, nor back in the queue, nor returned. Its outcome there comes
-- first, in the same transaction (guard_payout_item).
create or replace function refuse_batched_payout() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from payout_batch_items where transaction_id = new.id and outcome is null) then
    raise exception 'withdrawal % is in a batch', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger wallet_transactions_batched before update on wallet_transactions
  for each row when (new.transaction_type = 'debit' and new.status is distinct from old.status)
  execute function refuse_batched_payout();
