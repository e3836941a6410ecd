-- The public log's entry of a chain's beginning or of its end, a line of JSON with its keys in this order
-- (server/domain/publicLog/README.md#the-public-log).
create or replace function chain_log_entry(c chains, p_type text) returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select case p_type
    when 'chain' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.chain_id as "chainId", c.game_type as "gameType", c.length,
             encode(c.anchor, 'hex') as anchor, instant_text(c.created_at) as "createdAt") e)
    when 'chainRetired' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.chain_id as "chainId", instant_text(c.retired_at) as "retiredAt") e)
  end::text
$$;
