-- Makes the two accounts of a player's wallet, both empty.
create or replace function open_wallet(p_player_id bigint) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  insert into ledger_accounts (kind, player_id, balance)
  values ('player_available', p_player_id, 0), ('player_held', p_player_id, 0)
$$;
