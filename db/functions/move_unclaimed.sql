-- Moves the amount of a line that becomes an unclaimed receipt from cash to the account `unclaimed`, where the house owes it to who
-- paid it, and back when it is one no longer.
create or replace function move_unclaimed() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_cash bigint := (select id from ledger_accounts where kind = 'cash');
  v_unclaimed bigint := (select id from ledger_accounts where kind = 'unclaimed');
  v_begins boolean := new.aside_kind is not distinct from 'unclaimed';
  v_kind transfer_kind := case when v_begins then 'unclaimed_receipt' else 'unclaimed_reversal' end;
  v_move bigint;
begin
  insert into unclaimed_moves (line_id, kind, created_at) values (new.id, v_kind, new.changed_at) returning id into v_move;
  perform post_transfer(case when v_begins then v_cash else v_unclaimed end, case when v_begins then v_unclaimed else v_cash end,
                        new.amount, v_kind, v_move, new.changed_at);
  return null;
end $$;

create or replace trigger statement_lines_unclaimed after update on statement_lines
  for each row when ((old.aside_kind is not distinct from 'unclaimed') <> (new.aside_kind is not distinct from 'unclaimed'))
  execute function move_unclaimed();
