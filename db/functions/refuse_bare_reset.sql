-- Checks that a transfer of play money that ended has its row in play_resets, which guard_play_reset compares with it.
create or replace function refuse_bare_reset(p_player_id bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from play_resets where player_id = p_player_id) then
    raise exception 'no play money of player % has ended', p_player_id using errcode = 'restrict_violation';
  end if;
end $$;
