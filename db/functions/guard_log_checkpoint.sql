-- A checkpoint states all of the log's entries and the root of their tree, and is signed over that. It never changes; older
-- ones are deleted after a day.
create or replace function guard_log_checkpoint() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.size <> (select coalesce(max(e.index) + 1, 0) from log_entries e)
      or new.size <= (select coalesce(max(c.size), 0) from log_checkpoints c)
      or new.root <> log_root(new.size)
      or not starts_with(new.note, (select origin from public_logs) || E'\n' || new.size || E'\n'
                                   || encode(new.root, 'base64') || E'\n\n') then
      raise exception 'a checkpoint states the tree of the public log' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' or old.created_at > db_now() - interval '1 day'
    or old.size = (select max(c.size) from log_checkpoints c) then
    raise exception 'a checkpoint stays for a day, the last one for good' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create or replace trigger log_checkpoints_guard before insert or update or delete on log_checkpoints
  for each row execute function guard_log_checkpoint();
