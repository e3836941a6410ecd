-- A player's message begins the wait for an answer, unless they wait already; an admin's ends it. That of a resolved ticket is begun
-- when it is opened again (keep_waiting_since).
create or replace function wait_for_answer() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update tickets t
     set waiting_since = case when t.player_id = new.author_id then coalesce(t.waiting_since, new.created_at) end
   where t.id = new.ticket_id and t.status = 'pending' and (t.waiting_since is null) = (t.player_id = new.author_id);
  return null;
end $$;

create or replace trigger ticket_messages_awaited after insert on ticket_messages
  for each row execute function wait_for_answer();
