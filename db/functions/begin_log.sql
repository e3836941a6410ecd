-- Begins the public log under this name, once: its first entry, and those of what there was before. Returns the name that
-- it has, which may be an earlier one.
create or replace function begin_log(p_origin text) returns text language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public_logs (id, origin) values (1, p_origin) on conflict do nothing;
  if found then
    perform append_log_entry(null, row_to_json(e)::text) from (select 1 as v, 'log' as type, p_origin as origin) e;
    perform append_log_entry(null, entry)
       from (select payout_table_log_entry(t) as entry, 1 as place, t.id from payout_tables t
             union all
             select chain_log_entry(c, 'chain'), 2, c.id from chains c where c.retired_at is null) existing
      where entry not in (select p.entry from log_pending p)
      order by place, id;
  end if;
  return (select origin from public_logs);
end $$;
