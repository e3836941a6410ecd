-- Whether a user has been an active owner for 72 hours, so that an owner of one's own making can't confirm what loosens a rule.
create or replace function is_settled_owner(p_user_id bigint) returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select coalesce(owner_since <= db_now() - interval '72 hours', true)
                     from users where id = p_user_id and owner_since is not null), false)
$$;
