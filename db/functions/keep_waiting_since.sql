-- Since when a ticket's player has waited for an answer: from the ticket on, from their first message that no admin has answered, or from
-- the message that opened it again. An admin's message and resolving end it.
create or replace function keep_waiting_since() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'success' then
    new.waiting_since := null;
  elsif tg_op = 'INSERT' then
    new.waiting_since := new.created_at;
  elsif old.status = 'success' then
    new.waiting_since := new.updated_at;
  end if;
  return new;
end $$;

create or replace trigger tickets_waiting_kept before insert or update of status on tickets
  for each row execute function keep_waiting_since();
