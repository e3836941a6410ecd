-- Stores and publishes the root of a closed contest's bets (bets_root_of), under version 2 of the draw. From the closing on no
-- bet is placed or cancelled, so the root stays that of its bets. Does nothing from the contest's end on, whose randomness
-- may be known, nor for a contest whose seed was not timelocked, nor with a bet that a release without numbers of bets placed:
-- such a contest becomes void. True when this call stored it. All servers call it when betting closes: one computes the root,
-- the others wait for it.
create or replace function fix_bets_root(p_contest_id bigint) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_root bytea;
begin
  perform from contests
    where id = p_contest_id and draw_version = 2 and state = 'CLOSED' and bets_root is null and timelock is not null
    for no key update;
  if not found then
    return false;
  end if;
  if exists (select from bets where contest_id = p_contest_id and number is null
               and id >= (select bets_month * 1000000000000 from contests where id = p_contest_id)
               and id < (select (bets_month + 1) * 1000000000000 from contests where id = p_contest_id)) then
    return false;
  end if;
  v_root := bets_root_of(p_contest_id);
  update contests set bets_root = v_root
   where id = p_contest_id and state = 'CLOSED' and bets_root is null and coalesce(db_now() < ends_at, true);
  return found;
end $$;
