-- The signed checkpoints by which a contest's witnesses confirmed the root of its bets in time, each with their signatures.
-- Null for a contest that needs no witness.
create or replace function witnessed_checkpoints(c contests) returns text[] language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select array_agg(k.note || s.lines order by k.size)
    from (select size, string_agg(line, '' order by line) as lines from confirmations_of_root(c) group by size) s
    join log_checkpoints k on k.size = s.size
$$;
