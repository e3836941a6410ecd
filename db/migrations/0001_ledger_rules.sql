-- Rules of the ledger that hold whatever the code above does.

insert into ledger_accounts (kind) values ('house'), ('cash');
--> statement-breakpoint
insert into game_settings (id) values (1);
--> statement-breakpoint

-- What is history is only ever added to.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger transfers_insert_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger bets_insert_only before update or delete or truncate on bets
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger bet_payouts_insert_only before update or delete or truncate on bet_payouts
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger bet_cancellations_insert_only before update or delete or truncate on bet_cancellations
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger settlement_parts_insert_only before update or delete or truncate on settlement_parts
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger contest_results_insert_only before update or delete or truncate on contest_results
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger payout_tables_insert_only before update or delete or truncate on payout_tables
  for each statement execute function refuse_change();
--> statement-breakpoint

-- The one place where a balance changes: whoever writes transfers, in whatever number, moves the balances with them.
-- Callers that touch several players lock their accounts in id order first, so that no two of them wait in a circle.
create function apply_transfers() returns trigger language plpgsql as $$
begin
  update ledger_accounts a
     set balance = a.balance + moved.delta
    from (select account_id, sum(delta)::bigint as delta
            from (select debit_account_id as account_id, -amount as delta from new_transfers
                  union all
                  select credit_account_id, amount from new_transfers) sides
           group by account_id) moved
   where a.id = moved.account_id and a.balance is not null;
  return null;
end $$;
--> statement-breakpoint
create trigger transfers_apply after insert on transfers
  referencing new table as new_transfers
  for each statement execute function apply_transfers();
--> statement-breakpoint

-- No balance without a transfer: an account starts at zero, and only the trigger above (depth 1) may change it.
create function refuse_bare_balance() returns trigger language plpgsql as $$
begin
  raise exception 'a balance changes only through a transfer' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_accounts_start_at_zero before insert on ledger_accounts
  for each row when (new.balance <> 0) execute function refuse_bare_balance();
--> statement-breakpoint
create trigger ledger_accounts_balance_by_transfer before update on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function refuse_bare_balance();
--> statement-breakpoint
create trigger ledger_accounts_kept before delete or truncate on ledger_accounts
  for each statement execute function refuse_change();
--> statement-breakpoint

-- The posting function for one movement. Raises check_violation (ledger_accounts_balance_not_negative) when the debit
-- account would fall below zero, unique_violation (transfers_once_per_reference) when the movement was made before.
create function post_transfer(
  p_debit_account_id bigint, p_credit_account_id bigint, p_amount bigint,
  p_kind transfer_kind, p_reference_id bigint, p_at timestamptz
) returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  perform 1 from ledger_accounts
    where id in (p_debit_account_id, p_credit_account_id) and balance is not null
    order by id for no key update;
  insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    values (p_debit_account_id, p_credit_account_id, p_amount, p_kind, p_reference_id, p_at)
    returning id into v_id;
  return v_id;
end $$;
