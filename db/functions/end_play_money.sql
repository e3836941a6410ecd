-- Takes every player's available play money to the house, by transfers of their own kind, and makes the database one of real
-- money. Moves the amounts of unclaimed practice receipts back to cash: they can no longer be credited (is_unclaimed). Returns the
-- number of players and the sum in paise. guard_money_mode (a trigger) refuses it while anything else of play money is left. For the
-- owner, while no server runs.
create or replace function end_play_money(p_at timestamptz)
returns table (players bigint, amount bigint) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_house constant bigint := (select id from ledger_accounts where kind = 'house');
  v_cash constant bigint := (select id from ledger_accounts where kind = 'cash');
  v_unclaimed constant bigint := (select id from ledger_accounts where kind = 'unclaimed');
  v_lines constant bigint[] := array(select id from statement_lines l where aside_kind = 'unclaimed' and is_unclaimed(l) order by id);
  v_line statement_lines;
  v_move bigint;
begin
  perform 1 from ledger_accounts where kind = 'player_available' and balance > 0 order by id for no key update;
  insert into play_resets (player_id, amount, created_at)
    select player_id, balance, p_at from ledger_accounts where kind = 'player_available' and balance > 0;
  insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select a.id, v_house, r.amount, 'play_reset', r.player_id, p_at
      from play_resets r join ledger_accounts a on a.player_id = r.player_id and a.kind = 'player_available'
     order by a.id;
  update money_mode set mode = 'real', since = p_at, went_live_at = p_at;
  for v_line in select * from statement_lines where id = any(v_lines) order by id loop
    insert into unclaimed_moves (line_id, kind, created_at) values (v_line.id, 'unclaimed_reversal', p_at) returning id into v_move;
    perform post_transfer(v_unclaimed, v_cash, v_line.amount, 'unclaimed_reversal', v_move, p_at);
  end loop;
  return query select count(*), coalesce(sum(amount), 0)::bigint from play_resets;
end $$;
