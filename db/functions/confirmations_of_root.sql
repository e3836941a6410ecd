-- For each of a contest's witnesses that confirmed the root of its bets in time: the smallest checkpoint with that root that it
-- signed before the contest's end, by its own clock and by the database's.
create or replace function confirmations_of_root(c contests) returns table (size bigint, line text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    select distinct on (g.vkey) g.size, g.line
      from witness_sets w
      join log_entries e on e.contest_id = c.id and starts_with(e.entry, '{"v":1,"type":"betsRoot"')
      join log_cosignatures g on g.size > e.index and g.vkey = any (w.vkeys)
     where w.id = c.witness_set_id and g.signed_at < c.ends_at and g.received_at < c.ends_at
     order by g.vkey, g.size;
end $$;
