-- The public log's entry of a day's total of balances (server/domain/publicLog/README.md#the-public-log).
create or replace function liabilities_log_entry(d liability_days) returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  -- Days from before stakes of waiting contests, or unclaimed receipts, were counted have no such figure.
  select left(row_to_json(e)::text, -1)
         || case when d.waiting_stakes is null then '' else format(',"waitingStakes":"%s"', rupees_text(d.waiting_stakes)) end
         || case when d.unclaimed is null then '' else format(',"unclaimed":"%s"', rupees_text(d.unclaimed)) end || '}' from (
    select 1 as v, 'liabilities' as type, d.day::text as day, d.players, rupees_text(d.total) as total,
           encode(d.root, 'hex') as root, instant_text(d.made_at) as "madeAt") e
$$;
