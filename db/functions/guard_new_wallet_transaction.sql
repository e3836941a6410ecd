-- No request starts while its rail is paused. It starts as pending: only a decision, with its row in the audit log, changes
-- that. A deposit stays within what its player has set (deposit_guard).
create or replace function guard_new_wallet_transaction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_guard record;
begin
  if new.status <> 'pending' or new.decided_by is not null then
    raise exception 'a deposit or withdrawal begins pending' using errcode = 'restrict_violation';
  end if;
  if is_paused((case new.transaction_type when 'credit' then 'deposits' else 'withdrawals' end)::pause_scope) then
    raise exception 'a paused rail takes no requests' using errcode = 'restrict_violation';
  end if;
  if new.transaction_type = 'credit' then
    select * into v_guard from deposit_guard(new.player_id);
    if v_guard.stop is not null or new.amount > v_guard.room then
      raise exception 'the player takes no such deposit' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create or replace trigger wallet_transactions_begin before insert on wallet_transactions
  for each row execute function guard_new_wallet_transaction();
