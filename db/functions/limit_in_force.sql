-- The amount of a player's limit at p_at, in paise; null where there is none. A change that was to come replaces it from
-- next_at on.
create or replace function limit_in_force(p_limit play_limits, p_at timestamptz) returns bigint language sql immutable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when p_limit.next_at <= p_at then p_limit.next_amount else p_limit.amount end
$$;
