-- Refuses a user who is no active admin of payments. Locks the user's row (shared), so that they are not deactivated meanwhile.
create or replace function require_payments_admin(p_admin_id bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from users
    where id = p_admin_id and user_type = 'admin' and status = 'active' and decides_kind('payout', roles) for share;
  if not found then
    raise exception 'user % is no active admin of payments', p_admin_id using errcode = 'restrict_violation';
  end if;
end $$;
