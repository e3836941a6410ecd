-- Gives pending entries of the public log their places in its tree, in the order in which they were made, at most this
-- many at once; adds the hashes of the subtrees that they complete. An entry whose transaction commits later than one that
-- was made after it comes after it: no place is given twice or left out. Returns the size and the root of the tree where
-- no checkpoint states them yet, else no row; no row either while another server merges. The lock lasts until the
-- transaction ends, so that a server that dies leaves nothing behind.
create or replace function merge_log(p_most int) returns table (size bigint, root bytea) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_before bigint;
  v_size bigint;
  v_count bigint;
  v_level int := 0;
begin
  if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20266, 0) then
    return;
  end if;
  v_before := (select coalesce(max(index) + 1, 0) from log_entries);
  with taken as (
    -- A bound, not a list of ids: the plan of a list depends on statistics, which say that the table is nearly empty.
    delete from log_pending where id <= (select max(p.id) from (select id from log_pending order by id limit p_most) p)
    returning id, contest_id, entry)
  insert into log_entries (index, contest_id, entry, hash)
  select v_before + row_number() over (order by id) - 1, contest_id, entry,
         sha256('\x00'::bytea || convert_to(entry, 'UTF8'))
    from taken;
  v_size := (select coalesce(max(index) + 1, 0) from log_entries);

  v_count := v_size / 256;
  while v_count > 0 loop
    v_level := v_level + 1;
    insert into log_subtrees (level, index, hash)
    select v_level, i, tree_hash(log_hashes(v_level - 1, i * 256, (i + 1) * 256))
      from generate_series((select coalesce(max(s.index) + 1, 0) from log_subtrees s where s.level = v_level), v_count - 1) i;
    v_count := v_count / 256;
  end loop;

  return query select v_size, log_root(v_size)
    where v_size > (select coalesce(max(c.size), 0) from log_checkpoints c);
end $$;
