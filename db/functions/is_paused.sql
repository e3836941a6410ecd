-- Whether an operator has paused a game or a rail, by itself or with everything.
create or replace function is_paused(p_scope pause_scope) returns boolean stable language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from pauses where scope in (p_scope, 'everything'))
$$;
