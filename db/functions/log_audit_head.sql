-- Logs the head of the audit log, whose rows are linked by their hashes: none of them changes or disappears afterwards without
-- a trace.
create or replace function log_audit_head() returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select append_log_entry(null, row_to_json(e)::text) from (
    select 1 as v, 'auditHead' as type, id, encode(hash, 'hex') as hash from audit_log order by id desc limit 1) e
$$;
