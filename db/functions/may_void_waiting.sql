-- Whether an owner may make a contest void that still waits for the beacon: a week after its end, while the beacon's round is not
-- there, by a standing announcement that another owner made, or that was made 24 hours ago.
create or replace function may_void_waiting(c contests, p_admin_id bigint) returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select c.draw_version = 2 and c.state = 'CLOSED' and db_now() >= c.ends_at + interval '7 days'
    and not exists (select from beacon_rounds where round = c.beacon_round and signature is not null)
    and exists (select from users where id = p_admin_id and status = 'active' and 'OWNER' = any(roles))
    and exists (select from void_notices n
                 where n.contest_id = c.id and n.stopped_at is null
                   and (n.made_by <> p_admin_id or db_now() >= n.made_at + interval '24 hours'))
$$;
