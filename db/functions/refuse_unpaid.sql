-- A contest can be settled only when every part is paid, its totals match the parts and the earlier count, and its
-- account is empty (the remainder moved to or from the house).
create or replace function refuse_unpaid(c contests) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_parts int;
  v_bets int;
  v_stakes bigint;
  v_payouts bigint;
  v_moved bigint;
begin
  select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0)
    into v_parts, v_bets, v_stakes, v_payouts
    from settlement_parts where contest_id = c.id;
  select coalesce(sum(case when debit_account_id = c.account_id then amount else -amount end), 0) into v_moved
    from transfers where reference_id = c.id and kind = 'contest_result';
  if c.settled_at is null or v_parts <> c.settlement_parts or v_bets <> c.bet_count
    or c.total_stakes is distinct from v_stakes or c.total_payouts is distinct from v_payouts
    or v_stakes <> (select sum(s) from unnest(c.selection_stakes) s)
    or v_payouts <> c.outcome_payouts[c.winning_number + 1]
    or v_moved <> v_stakes - v_payouts then
    raise exception 'contest % is not fully paid', c.game_id using errcode = 'restrict_violation';
  end if;
end $$;
