-- What paying a round, and placing a bet, spent on checks of what can't be otherwise.
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_user_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "contest_results_settled_at_index";--> statement-breakpoint
CREATE INDEX "contest_results_wins_index" ON "contest_results" USING btree ("settled_at") WHERE "contest_results"."win_amount" > "contest_results"."bet_amount";
--> statement-breakpoint

-- Moving the balances finds each account anyway, so it is also where an account that doesn't exist is found out: asking
-- for it in a trigger of its own looked each one up once more.
drop trigger transfers_between_accounts on transfers;
--> statement-breakpoint
drop function refuse_unknown_accounts;
--> statement-breakpoint
create or replace function apply_transfers() returns trigger language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_unknown int;
begin
  with moved as materialized (
    select account_id, sum(delta)::bigint as delta
      from (select debit_account_id as account_id, -amount as delta from new_transfers
            union all
            select credit_account_id, amount from new_transfers) sides
     group by account_id),
  changed as (
    update ledger_accounts a set balance = a.balance + moved.delta
      from moved
     where a.id = moved.account_id and a.balance is not null
    returning a.id)
  -- Accounts without a balance (contest, house, cash) are left as they are, so these few are looked up.
  select count(*) into v_unknown
    from moved
   where account_id not in (select id from changed)
     and (select a.id from ledger_accounts a where a.id = moved.account_id) is null;
  if v_unknown > 0 then
    raise exception 'transfers need two accounts that exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
