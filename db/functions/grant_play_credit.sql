-- Gives a player play money: one row of play_credits and its transfer from the house to the available account, by
-- post_transfer. At sign-up (p_sign_up) once ever, otherwise as a claim, once per day in Asia/Kolkata and only while
-- available balance, held balance and live stakes together are below ₹10. Returns the outcome, and the balances after it:
--   granted
--   given         it was given before: at sign-up, or today
--   enough        ₹10 or more is left
-- Only "granted" writes anything.
--
-- Locks: the player's accounts, which also keep new stakes out until the transaction ends. Unsettled stakes of which the
-- result is already written are not counted: that is in the balance.
create or replace function grant_play_credit(p_player_id bigint, p_sign_up boolean, p_amount bigint)
returns table (outcome text, available bigint, held bigint) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  v_at timestamptz := db_now();
  v_day date := case when not p_sign_up then (v_at at time zone 'Asia/Kolkata')::date end;
  v_account bigint;
  v_available bigint;
  v_held bigint;
  v_staked bigint;
  v_credit bigint;
begin
  select account, w.available, w.held into v_account, v_available, v_held from wallet_for_update(p_player_id) w;
  if not p_sign_up then
    select coalesce(sum(b.amount), 0) into v_staked
      from contests c
      join bets b on b.contest_id = c.id and b.player_id = p_player_id
       and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
     where c.state <> 'SETTLED'
       and not exists (select from bet_cancellations x where x.bet_id = b.id)
       and not exists (select from contest_results r where r.contest_id = c.id and r.player_id = p_player_id);
    if v_available + v_held + v_staked >= 1000 then
      return query select 'enough', v_available, v_held;
      return;
    end if;
  end if;
  insert into play_credits (player_id, claimed_on, amount, created_at) values (p_player_id, v_day, p_amount, v_at)
    on conflict do nothing returning id into v_credit;
  if v_credit is null then
    return query select 'given', v_available, v_held;
    return;
  end if;
  perform post_transfer((select id from ledger_accounts where kind = 'house'), v_account, p_amount, 'play_credit', v_credit, v_at);
  return query select 'granted', v_available + p_amount, v_held;
end $$;
