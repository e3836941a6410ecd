-- Makes an entry of the public log in the transaction of its deed. merge_log gives it its place in the tree once the
-- transaction has committed.
create or replace function append_log_entry(p_contest_id bigint, p_entry text) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  insert into log_pending (contest_id, entry) values (p_contest_id, p_entry)
$$;
