-- At commit: a payout that was paid by its batch is paid, whatever came of it later.
create or replace function check_paid_item() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from wallet_transactions where id = new.transaction_id and status::text in ('success', 'returned')) then
    raise exception 'payout % is not paid', new.transaction_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger if exists payout_batch_items_paid on payout_batch_items;
create constraint trigger payout_batch_items_paid after update on payout_batch_items
  deferrable initially deferred for each row when (new.outcome is not null and new.outcome::text = 'paid')
  execute function check_paid_item();
