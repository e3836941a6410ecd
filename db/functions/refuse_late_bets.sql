-- Refuses, for every role, a bet in a contest that isn't open, a bet received at or after its closing, a bet after an
-- operator has set its number, and a bet that arrives more than a second after the closing by the database's clock,
-- whatever instant it carries. The shared lock makes a concurrent closing or override either wait for the bets'
-- transaction or come before it. place_bets already holds that lock.
create or replace function refuse_late_bets() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_contests int;
  v_open int;
  v_now timestamptz := db_now();
begin
  select count(distinct contest_id) into v_contests from new_bets;
  select count(*) into v_open
    from (select c.id
            from (select contest_id, max(placed_at) as latest from new_bets group by contest_id) b
            join contests c on c.id = b.contest_id
           where c.state = 'OPEN' and c.override_number is null and b.latest < c.closes_at
             and coalesce(v_now <= c.closes_at + interval '1 second', true)
             for share of c) open_contests;
  if v_open <> v_contests then
    raise exception 'bets are placed only in an open contest, before it closes, and not once an operator has set its number' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger bets_in_time after insert on bets
  referencing new table as new_bets
  for each statement execute function refuse_late_bets();
