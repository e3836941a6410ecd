-- Notes about players are insert-only; their words alone are erased, when the player has closed the account.
create or replace function guard_player_note() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.id, new.player_id, new.author_id, new.created_at) is distinct from (old.id, old.player_id, old.author_id, old.created_at)
    or new.text <> 'Erased: the account is closed.'
    or not exists (select from users u where u.id = new.player_id and u.closed_at is not null) then
    raise exception 'player_notes is insert-only: update refused' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger player_notes_guarded before update on player_notes
  for each row execute function guard_player_note();
