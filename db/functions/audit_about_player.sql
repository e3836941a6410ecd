-- A note about a player, and a change of their flags, needs its row in the audit log. Only players have either.
create or replace function audit_about_player() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_player users;
begin
  select * into strict v_player from users where id = case when tg_op = 'DELETE' then old.player_id else new.player_id end;
  if v_player.user_type <> 'player' then
    raise exception '% is for players', tg_table_name using errcode = 'restrict_violation';
  end if;
  perform require_audit_row('user', v_player.uid);
  return null;
end $$;

drop trigger if exists player_notes_audited on player_notes;
create constraint trigger player_notes_audited after insert on player_notes
  deferrable initially deferred for each row execute function audit_about_player();

drop trigger if exists player_flags_audited on player_flags;
create constraint trigger player_flags_audited after insert or update or delete on player_flags
  deferrable initially deferred for each row execute function audit_about_player();
