-- Stores a round of the beacon, whose signature the caller has verified. Nothing changes one that is stored. The lock lets
-- void_waiting_contest see each round that has come.
create or replace function store_beacon_round(p_round bigint, p_signature bytea) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(20265, (p_round % 2147483647)::int);
  insert into beacon_rounds as b (round, signature, randomness, received_at)
  values (p_round, p_signature, sha256(p_signature), coalesce(db_now(), clock_timestamp()))
  on conflict (round) do update
    set signature = excluded.signature, randomness = excluded.randomness, received_at = excluded.received_at
    where b.signature is null;
end $$;
