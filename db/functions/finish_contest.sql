-- Settles a contest whose parts are all paid: moves what remains of its stakes to the house (or what is missing from
-- the house), so that its account ends at zero, and adds it to the hour's totals. True when this call settled it.
create or replace function finish_contest(p_contest_id bigint, p_at timestamptz) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_contest contests;
  v_parts int;
  v_bets int;
  v_stakes bigint;
  v_payouts bigint;
  v_house bigint;
begin
  select * into strict v_contest from contests where id = p_contest_id for no key update;
  select count(*), sum(bet_count), sum(stakes), sum(payouts) into v_parts, v_bets, v_stakes, v_payouts
    from settlement_parts where contest_id = p_contest_id;
  if v_contest.state <> 'DECIDED' or v_parts <> v_contest.settlement_parts then
    return false;
  end if;

  select id into strict v_house from ledger_accounts where kind = 'house';
  if v_stakes > v_payouts then
    perform post_transfer(v_contest.account_id, v_house, v_stakes - v_payouts, 'contest_result', p_contest_id, p_at);
  elsif v_stakes < v_payouts then
    perform post_transfer(v_house, v_contest.account_id, v_payouts - v_stakes, 'contest_result', p_contest_id, p_at);
  end if;

  -- Hours of Asia/Kolkata, so that its days are sums of whole hours.
  insert into hourly_totals as h (game_type, hour, contest_count, bet_count, stakes, payouts)
  values (v_contest.game_type, date_bin('1 hour', v_contest.ends_at, timestamptz '2000-01-01 00:00+05:30'), 1, v_bets, v_stakes, v_payouts)
  on conflict (game_type, hour) do update set
    contest_count = h.contest_count + 1,
    bet_count = h.bet_count + excluded.bet_count,
    stakes = h.stakes + excluded.stakes,
    payouts = h.payouts + excluded.payouts;

  update contests set state = 'SETTLED', total_stakes = v_stakes, total_payouts = v_payouts, settled_at = p_at
    where id = p_contest_id;
  return true;
end $$;
