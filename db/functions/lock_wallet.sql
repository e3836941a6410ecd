-- Locks the two accounts of a player's wallet until the transaction ends, and returns them. In id order, like
-- everything that locks several accounts, to prevent deadlocks.
create or replace function lock_wallet(p_player_id bigint) returns setof ledger_accounts language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select * from ledger_accounts
   -- By each kind alone: the indexes of players' accounts are partial.
   where kind = 'player_available' and player_id = p_player_id or kind = 'player_held' and player_id = p_player_id
   order by id for no key update
$$;
