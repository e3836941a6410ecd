-- No bet in a contest that isn't open, nor at or after its closing, nor once an operator has set its number, whichever
-- role writes it; nor more than a second after the closing by the database's clock, whatever instant the bet carries. The
-- share lock makes the closer's or operator's update wait for the bets' transaction, or come before it; inside place_bets
-- it is held already.
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
