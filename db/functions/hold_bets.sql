-- Whoever needs a contest's row to itself while bets keep coming (override, closing, cancelling) calls this first in its
-- transaction. Bets share the row, and a row lock lets newcomers share while somebody waits for it alone: with 8
-- connections betting, a writer was seen to wait over 5 s. An advisory lock queues in turn, so it waits for the batches
-- that are under way (milliseconds) and no longer. Correctness rests on the row lock alone.
create or replace function hold_bets(p_contest_id bigint) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_xact_lock(20261, (p_contest_id % 2147483647)::int);
$$;
