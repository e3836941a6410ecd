-- Why a player's account can't be closed now: 'pending' (a deposit or withdrawal that isn't decided, or not paid yet), 'running' (live stakes),
-- 'balance' (money in the wallet), or null: it can. Locks the wallet, which keeps bets, requests and credits out until the
-- transaction ends.
create or replace function closing_hindrance(p_player_id bigint) returns text language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  v_owned bigint;
begin
  select sum(balance) into v_owned from lock_wallet(p_player_id);
  if exists (select from wallet_transactions w where w.player_id = p_player_id and w.status in ('pending', 'approved')) then
    return 'pending';
  end if;
  if exists (select from contests c join bets b on b.contest_id = c.id and b.player_id = p_player_id
                and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
              where c.state <> 'SETTLED'
                and not exists (select from bet_cancellations x where x.bet_id = b.id)
                and not exists (select from contest_results r where r.contest_id = c.id and r.player_id = p_player_id)) then
    return 'running';
  end if;
  return case when v_owned > 0 then 'balance' end;
end $$;
