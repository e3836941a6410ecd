-- Notes about tickets are insert-only; their words alone are erased, when the player has closed the account.
create or replace function guard_ticket_note() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.id, new.ticket_id, new.author_id, new.created_at) is distinct from (old.id, old.ticket_id, old.author_id, old.created_at)
    or new.text <> 'Erased: the account is closed.'
    or not exists (
      select from tickets t join users u on u.id = t.player_id where t.id = new.ticket_id and u.closed_at is not null) then
    raise exception 'ticket_notes is insert-only: update refused' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger ticket_notes_guarded before update on ticket_notes
  for each row execute function guard_ticket_note();
