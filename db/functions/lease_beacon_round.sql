-- Whether the caller is to fetch a round of the beacon: not while another server does, nor once it is stored. The lease ends
-- by itself, so that another server takes over from one that ended.
create or replace function lease_beacon_round(p_round bigint, p_for interval) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_now timestamptz := coalesce(db_now(), clock_timestamp());
begin
  insert into beacon_rounds as b (round, leased_until) values (p_round, v_now + p_for)
  on conflict (round) do update set leased_until = excluded.leased_until
    where b.signature is null and b.leased_until <= v_now;
  return found;
end $$;
