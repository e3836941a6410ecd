-- Locks a player's wallet until the transaction ends, and returns its available account and both balances. Refuses a player
-- without one.
create or replace function wallet_for_update(p_player_id bigint, out account bigint, out available bigint, out held bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select max(id) filter (where kind = 'player_available'), max(balance) filter (where kind = 'player_available'),
         max(balance) filter (where kind = 'player_held')
    into account, available, held from lock_wallet(p_player_id);
  if account is null then
    raise exception 'player % has no wallet', p_player_id using errcode = 'foreign_key_violation';
  end if;
end $$;
