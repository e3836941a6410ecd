-- Stores a witness's signature of a checkpoint, which the server has verified.
create or replace function store_cosignature(p_size bigint, p_vkey text, p_signed_at timestamptz, p_line text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into log_cosignatures (size, vkey, signed_at, received_at, line) values (p_size, p_vkey, p_signed_at, coalesce(db_now(), clock_timestamp()), p_line)
  on conflict do nothing
$$;
