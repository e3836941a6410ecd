-- A deposit has the key of its reference (reference_key), which no other deposit that waits or is approved may have
-- (wallet_transactions_reference_key_unique, and here for those from before the key), nor a payout. With play money that counts
-- by player.
-- No request starts while its rail is paused. It starts as pending: only a decision, with its row in the audit log, changes
-- that. Of a player at most 10 deposits and 10 withdrawals wait, those that were reopened left out. A deposit stays within what its player has set (deposit_guard). A
-- withdrawal is at least the smallest one, or everything that is available.
-- What two admins make of a line of a statement (credited_line_id) is for money that is there: it begins whatever is paused or set,
-- from a line of its amount that is free, or an unclaimed receipt, and is approved in the same transaction (guard_approval, refuse_wrong_moves).
-- Locks the player's available account, so that two requests come one after the other.
create or replace function guard_new_wallet_transaction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_guard record;
  v_available bigint;
begin
  if new.status <> 'pending' or new.decided_by is not null or new.reopened_at is not null then
    raise exception 'a deposit or withdrawal begins pending' using errcode = 'restrict_violation';
  end if;
  if new.credited_line_id is not null then
    perform lock_statements(new.payee_id, true);
    if not exists (select from statement_lines l
                    where l.id = new.credited_line_id and l.direction = 'credit'
                      and (l.state in ('unmatched', 'proposed') or is_unclaimed(l))
                      and l.amount = new.amount and l.payee_id = new.payee_id) then
      raise exception 'line % is not free for this deposit', new.credited_line_id using errcode = 'restrict_violation';
    end if;
  elsif is_paused((case new.transaction_type when 'credit' then 'deposits' else 'withdrawals' end)::pause_scope) then
    raise exception 'a paused rail takes no requests' using errcode = 'restrict_violation';
  end if;
  select balance into v_available from ledger_accounts
    where player_id = new.player_id and kind = 'player_available' for no key update;
  if new.credited_line_id is null and 10 <= (select count(*) from wallet_transactions
             where player_id = new.player_id and transaction_type = new.transaction_type and status = 'pending'
                and reopened_at is null) then
    raise exception 'a player has at most 10 requests of a kind that wait' using errcode = 'restrict_violation';
  end if;
  if new.transaction_type = 'debit'
    and new.amount < least(v_available, (select min_withdrawal from payment_settings)) then
    raise exception 'a withdrawal is at least the smallest one' using errcode = 'restrict_violation';
  end if;
  new.reference_scope := case when is_real_money() then 0 else new.player_id end;
  new.key_clashes := false;
  if new.transaction_type = 'credit' then
    new.reference_key := coalesce(new.reference_key, reference_key(new.reference));
    if new.reference_key is null or new.reference_key <> reference_key(new.reference) then
      raise exception 'the reference has another key' using errcode = 'restrict_violation';
    end if;
    if exists (select from wallet_transactions w
                where w.reference_key = new.reference_key and w.reference_scope = new.reference_scope
                  and w.key_clashes and w.status in ('pending', 'success'))
      or exists (select from wallet_transactions w
                  where w.payout_claim = new.reference_key and w.reference_scope = new.reference_scope) then
      raise exception 'another request has the reference' using errcode = 'restrict_violation';
    end if;
    select * into v_guard from deposit_guard(new.player_id);
    if new.credited_line_id is null and (v_guard.stop is not null or new.amount > v_guard.room) then
      raise exception 'the player takes no such deposit' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create or replace trigger wallet_transactions_begin before insert on wallet_transactions
  for each row execute function guard_new_wallet_transaction();
