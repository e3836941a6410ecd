-- No withdrawal is approved while the payouts of its player are frozen or its account is blocked (payout_hold), whichever way the
-- approval takes.
create or replace function refuse_held_payout() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hold text := payout_hold(new.id);
begin
  if v_hold is not null then
    raise exception 'withdrawal % is held back: %', new.id, v_hold using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger wallet_transactions_held before update on wallet_transactions
  for each row when (new.transaction_type = 'debit' and old.status = 'pending' and new.status::text in ('approved', 'success')) execute function refuse_held_payout();
