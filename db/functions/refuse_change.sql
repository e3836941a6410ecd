-- History tables are insert-only. Partitions refuse inserts too, which go through their table (make_months).
create or replace function refuse_change() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end $$;
