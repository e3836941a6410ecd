-- Locks the two accounts of a player's wallet until the transaction ends, in id order as everything that locks several
-- accounts does, and returns them.
create or replace function lock_wallet(p_player_id bigint) returns setof ledger_accounts language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select * from ledger_accounts
   where player_id = p_player_id and kind in ('player_available', 'player_held')
   order by id for no key update
$$;
