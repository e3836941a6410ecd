-- Called first in a transaction that needs a contest's row exclusively while bets keep arriving (override, closing,
-- cancelling). Bets take a shared lock on the row, and PostgreSQL grants shared row locks to newcomers while an
-- exclusive request waits: with 8 connections betting, a writer waited over 5 s. An advisory lock is granted in order
-- of arrival, so it waits only for the batches under way (milliseconds). Correctness depends on the row lock alone.
create or replace function hold_bets(p_contest_id bigint) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_xact_lock(20261, (p_contest_id % 2147483647)::int);
$$;
