-- A request takes one step at a time (request_step), each by a named user, and its other columns never change. The key of a payout's reference is claimed:
-- no other payout may have it (wallet_transactions_payout_claim_unique). A deposit whose key was credited, by another deposit
-- or by a bank's line that has paid another one, or is a payout's, is not approved (reference_holder). Approvals of one key
-- come one after the other.
-- A denied deposit may wait again (reopened_at), while no other request holds its key; refuse_closed_player sees to its account.
-- An approved deposit may credit another amount than was asked for, which then stands in requested_amount: with a matched line
-- exactly the line's; without one less than was asked, with a message to the player.
-- A deposit that waits may be approved with an unclaimed receipt that has its key (credited_line_id, by two admins: guard_approval),
-- and without a line of its own in no other way: the ledger would have the payment twice.
create or replace function guard_wallet_transaction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_step text := request_step(old, new);
  v_line_id bigint;
  v_line_amount bigint;
begin
  if v_step is null then
    raise exception 'transaction % is decided already', old.id using errcode = 'restrict_violation';
  end if;
  if (new.id, new.player_id, new.transaction_type, new.channel,
      coalesce(new.requested_amount, new.amount), new.reference, new.reference_key,
      new.reference_scope, new.key_clashes, new.payee_id, new.upi_id,
      new.account_number, new.ifsc_code, new.account_holder_name, new.created_at)
     is distinct from
     (old.id, old.player_id, old.transaction_type, old.channel, old.amount, old.reference, old.reference_key,
      old.reference_scope, old.key_clashes, old.payee_id, old.upi_id,
      old.account_number, old.ifsc_code, old.account_holder_name, old.created_at)
    or new.credited_line_id is distinct from old.credited_line_id
       and (old.credited_line_id is not null or new.status <> 'success' or not exists (
              select from statement_lines l
               where l.id = new.credited_line_id and new.reference_key = any(l.tokens) and is_unclaimed(l))) then
    raise exception 'what transaction % asks for cannot change', old.id using errcode = 'restrict_violation';
  end if;
  if v_step in ('reopen', 'return') then
    -- An account that is being closed waits here, or is closed by the time the next trigger looks.
    perform from ledger_accounts where player_id = new.player_id and kind = 'player_available' for no key update;
  end if;
  if v_step = 'reopen' then
    if (new.message, new.decided_by, new.denial_reason) is distinct from (null, null, null) or new.reopened_at is null
      or new.reopened_at is not distinct from old.reopened_at then
      raise exception 'deposit % waits again as it was asked for', old.id using errcode = 'restrict_violation';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('reference ' || new.reference_key, 0));
    if reference_holder(new.id) is not null
      or exists (select from wallet_transactions w
                  where w.reference_key = new.reference_key and w.reference_scope = new.reference_scope
                    and w.transaction_type = 'credit' and w.status in ('pending', 'success') and w.id <> new.id) then
      raise exception 'another request has the reference of deposit %', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.reopened_at is distinct from old.reopened_at then
    raise exception 'transaction % was not reopened', old.id using errcode = 'restrict_violation';
  end if;
  if (new.status in ('success', 'failed', 'returned')) <> (new.decided_by is not null) then
    raise exception 'transaction % must be decided by an admin', old.id using errcode = 'restrict_violation';
  end if;
  -- Money on its way out is not to be gambled away.
  if new.status = 'cancelled' and is_real_money() then
    raise exception 'a withdrawal of real money is not cancelled' using errcode = 'restrict_violation';
  end if;
  -- Paid at once, it was approved by the admin who paid it.
  if new.transaction_type = 'debit' and v_step = 'approve' and new.status = 'success' then
    new.approved_by := new.decided_by;
    new.approved_at := new.decided_at;
  end if;
  perform refuse_wrong_payout_step(old, new, v_step);
  if new.payout_reference is not null and (new.transaction_type <> 'debit' or new.status not in ('success', 'returned')) then
    raise exception 'transaction % pays nothing out', old.id using errcode = 'restrict_violation';
  end if;
  if new.transaction_type = 'credit' and v_step = 'approve' then
    perform pg_advisory_xact_lock(hashtextextended('reference ' || new.reference_key, 0));
    if reference_holder(new.id) is not null then
      raise exception 'the payment % has paid another request', new.reference using errcode = 'restrict_violation';
    end if;
    select l.id, l.amount into v_line_id, v_line_amount
      from statement_lines l
     where l.transaction_id = new.id and l.state = 'matched'
        or l.id = new.credited_line_id and l.aside_kind = 'unclaimed'
     order by l.state limit 1 for share;
    if v_line_amount <> new.amount
      or new.credited_line_id is not null and new.credited_line_id is distinct from v_line_id then
      raise exception 'deposit % credits what its line has', old.id using errcode = 'restrict_violation';
    end if;
    if v_line_id is null and unclaimed_receipt(new.reference_key) is not null then
      raise exception 'the payment % is an unclaimed receipt', new.reference using errcode = 'restrict_violation';
    end if;
    if v_line_amount is null and (new.amount > old.amount or new.amount < old.amount and new.message is null) then
      raise exception 'deposit % has no line for another amount', old.id using errcode = 'restrict_violation';
    end if;
  end if;
  new.payout_claim := reference_key(new.payout_reference);
  return new;
end $$;

create or replace trigger wallet_transactions_guard before update on wallet_transactions
  for each row execute function guard_wallet_transaction();
