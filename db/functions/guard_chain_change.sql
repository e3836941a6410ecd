-- A chain's next index only increases, it is retired once, and its seeds are stored once.
create or replace function guard_chain_change() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.id, new.chain_id, new.game_type, new.length, new.anchor, new.created_at)
    is distinct from (old.id, old.chain_id, old.game_type, old.length, old.anchor, old.created_at)
    or new.next_index < old.next_index or (old.retired_at is not null and new.retired_at is distinct from old.retired_at) then
    raise exception 'a chain only moves on' using errcode = 'restrict_violation';
  end if;
  -- In this security-definer function current_user is the owner; session_user is the role that connected.
  if new.retired_at is distinct from old.retired_at and old.next_index <= old.length
    and not pg_has_role(session_user, current_user, 'member') then
    raise exception 'a chain that has seeds left is replaced by the owner of the database only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace trigger chains_change before update on chains
  for each row execute function guard_chain_change();
