-- A void contest counts as refunded when each of its bets is cancelled and its stake has gone back in full.
create or replace function refuse_unrefunded(c contests) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from bets b
      left join bet_cancellations x on x.bet_id = b.id
      left join transfers t on t.reference_id = b.id and t.kind = 'bet_refund'
     where b.contest_id = c.id
       and b.id >= c.bets_month * 1000000000000 and b.id < (c.bets_month + 1) * 1000000000000
       and (x.bet_id is null or t.amount is distinct from b.amount)) then
    raise exception 'contest % is not fully refunded', c.game_id using errcode = 'restrict_violation';
  end if;
end $$;
