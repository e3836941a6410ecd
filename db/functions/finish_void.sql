-- Marks a void contest as refunded. guard_contest_change (a trigger) refuses it while a stake has not gone back. True when
-- this call marked it.
create or replace function finish_void(p_contest_id bigint, p_at timestamptz) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update contests set settled_at = p_at where id = p_contest_id and state = 'VOID' and settled_at is null;
  return found;
end $$;
