-- Publishes a signed checkpoint of the public log, in the transaction that merged its entries. guard_log_checkpoint (a
-- trigger) refuses one that does not state the log's tree.
create or replace function store_log_checkpoint(p_size bigint, p_root bytea, p_note text) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  insert into log_checkpoints (size, root, note, created_at) values (p_size, p_root, p_note, coalesce(db_now(), clock_timestamp()))
$$;
