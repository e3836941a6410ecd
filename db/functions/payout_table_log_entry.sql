-- The public log's entry of a table of payouts (server/domain/publicLog/README.md#the-public-log).
create or replace function payout_table_log_entry(t payout_tables) returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select row_to_json(e)::text from (
    select 1 as v, 'payoutTable' as type, t.id, t.basis_points as "basisPoints", instant_text(t.created_at) as "createdAt") e
$$;
