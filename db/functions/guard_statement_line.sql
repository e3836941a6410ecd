-- What the bank wrote never changes, and nothing of a day that is closed, or lies before one, is added or changes. A line
-- belongs to a request with its amount and direction: a deposit to the same payee that isn't denied, or a payout that was
-- made, and of one that was returned the bank's credit, which stays with it. A deposit that waits may have another amount, where the line has its reference's key: it is approved with the line's. A line that two admins credited to a player stays matched, and one that is matched or set aside otherwise ends the
-- open proposal to credit it. One that is set aside says as what (`no kind` goes after 1.0.0: then new ones need it); an unclaimed
-- receipt came in, and one that was credited to a player, or is of play money that has ended, stays as it is. A new line is open.
-- The key of a matched payment was credited for no other deposit: with play money, for none of the same player.
--
-- One plan for all rows: with the values of each row the planner chooses anew, ten times as long as the statements take.
-- `offset 0`: the key finds its few requests, whatever the planner knows of the table.
create or replace function guard_statement_line() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  perform lock_statements(new.payee_id, true);
  if exists (select from statement_days where payee_id = new.payee_id and day >= new.day) then
    raise exception 'the statement of % is closed', new.day using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and
     (new.id, new.payee_id, new.statement_id, new.day, new.at, new.direction, new.amount, new.description, new.tokens,
      new.line_hash, new.ordinal)
     is distinct from
     (old.id, old.payee_id, old.statement_id, old.day, old.at, old.direction, old.amount, old.description, old.tokens,
      old.line_hash, old.ordinal) then
    raise exception 'what the bank wrote in line % cannot change', old.id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' and new.aside_kind is not null
    or tg_op = 'UPDATE' and old.aside_kind is not distinct from 'unclaimed' and not is_unclaimed(old) then
    raise exception 'line % is no unclaimed receipt any more, or not yet', new.id using errcode = 'restrict_violation';
  end if;
  if new.transaction_id is not null and not exists (
       select from wallet_transactions w
        where w.id = new.transaction_id
          -- The credit by which a payout came back.
          and (w.transaction_type = new.direction
            or new.direction = 'credit' and new.state = 'matched' and new.reference is null and w.status = 'returned')
          and (w.amount = new.amount
            or w.transaction_type = 'credit' and w.status = 'pending' and w.reference_key = any(new.tokens))
          and (w.transaction_type = 'credit' and w.payee_id = new.payee_id and w.status in ('pending', 'success')
            or w.transaction_type = 'debit' and w.status in ('success', 'returned'))
          and coalesce(w.credited_line_id, new.id) = new.id) then
    raise exception 'request % is not paid by line %', new.transaction_id, new.id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.transaction_id is distinct from old.transaction_id
    and exists (select from wallet_transactions w where w.id = old.transaction_id
                   and (w.credited_line_id = old.id or w.transaction_type <> old.direction)) then
    raise exception 'line % was credited, or is the return of a payout', old.id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.state in ('matched', 'set_aside') and old.state not in ('matched', 'set_aside') then
    update proposals set status = 'lapsed', decided_at = new.changed_at
      where kind::text = 'line_credit' and subject_id = new.id and status = 'open';
  end if;
  new.credit_key := case when new.state = 'matched' and new.direction = 'credit' then reference_key(new.reference) end;
  if new.credit_key is not null and exists (
       select from (select * from wallet_transactions where reference_key = new.credit_key offset 0) w
        where w.transaction_type = 'credit' and w.status = 'success' and w.id <> new.transaction_id
          and w.reference_scope = (select reference_scope from wallet_transactions where id = new.transaction_id)) then
    raise exception 'reference % was credited already', new.reference using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger statement_lines_guard before insert or update on statement_lines
  for each row execute function guard_statement_line();
