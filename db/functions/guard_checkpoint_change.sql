-- The seed of a checkpoint never changes, only its encryption: from clear to a key, or from one key to another. The
-- contest's commitment proves, when the seed is used, that it still decrypts to the same value.
create or replace function guard_checkpoint_change() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.chain_id, new.index) is distinct from (old.chain_id, old.index)
    or new.key_id is null or new.key_id is not distinct from old.key_id then
    raise exception 'a checkpoint never changes, except to be encrypted anew' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger chain_checkpoints_change before update on chain_checkpoints
  for each row execute function guard_checkpoint_change();
