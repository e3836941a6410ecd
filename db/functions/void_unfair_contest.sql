-- Makes a contest void that has ended and can't be decided fairly under version 2 of the draw: its bets' root was not out
-- before its end, or a majority of its witnesses had not confirmed it by then. True when this call made it so.
-- guard_contest_change (a trigger) refuses it otherwise. Its bets are refunded by refund_void_bets.
create or replace function void_unfair_contest(p_contest_id bigint, p_at timestamptz) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update contests
     set state = 'VOID', voided_at = p_at, decided_at = p_at,
         void_reason = case when bets_root is null
           then 'The list of its bets was not published before its end.'
           else 'The list of its bets was not confirmed by a majority of the witnesses before its end.' end
   where id = p_contest_id and state = 'CLOSED';
  return found;
end $$;
