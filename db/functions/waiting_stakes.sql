-- Live stakes of the contests that had ended by p_at and then waited for the beacon, as far as their transfers came up to
-- p_last_transfer, in paise: what the house owed players beside their balances, as refunds or as payouts.
create or replace function waiting_stakes(p_last_transfer bigint, p_at timestamptz) returns bigint language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  with live as materialized (
    select b.id, b.amount
      from contests c
      join bets b on b.contest_id = c.id and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
     where c.draw_version = 2 and c.bets_root is not null and c.ends_at <= p_at and (c.decided_at is null or c.decided_at > p_at)
       and not exists (select from bet_cancellations x where x.bet_id = b.id and x.created_at <= p_at))
  -- Transfers are found by id alone: those after p_last_transfer are fewer than those before.
  select (coalesce(sum(amount), 0) - coalesce((
           select sum(t.amount) from transfers t
            where t.id > p_last_transfer and t.kind = 'bet_stake' and t.reference_id in (select id from live)), 0))::bigint
    from live
$$;
