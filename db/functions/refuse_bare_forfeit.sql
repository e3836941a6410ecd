-- Checks that a transfer of forfeited play money has its row in play_forfeits, which guard_play_forfeit compares with it.
create or replace function refuse_bare_forfeit(p_player_id bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from play_forfeits where player_id = p_player_id) then
    raise exception 'nothing is forfeited by player %', p_player_id using errcode = 'restrict_violation';
  end if;
end $$;
