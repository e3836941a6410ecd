-- The id of a payout table, stored when it is new. Refuses a table under which some selection returns more than its
-- stake on average over the ten numbers.
create or replace function payout_table_id(p_basis_points int[], p_at timestamptz) returns bigint language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if cardinality(p_basis_points) <> 130 or array_position(p_basis_points, null) is not null or 0 > any (p_basis_points)
    or exists (select from generate_series(0, 12) selection
                where (select sum(p_basis_points[selection * 10 + number]) from generate_series(1, 10) number) > 100000) then
    raise exception 'a payout table returns at most the stakes on average' using errcode = 'restrict_violation';
  end if;
  insert into payout_tables (basis_points, created_at) values (p_basis_points, p_at) on conflict do nothing;
  return (select id from payout_tables where basis_points = p_basis_points);
end $$;
