-- Opens the next contest of a game, with the current settings and limits, the next seed of the game's chain and a new account.
-- Under version 2 of the draw it is given the beacon's round of its end, the relays that give it, and a secret for the salts of its bets. Returns its id, or null when the chain has no seed left or an operator has paused the game. guard_new_contest (a trigger)
-- refuses a contest out of sequence. The first one of a month turns the bets' ids to it (turn_month). The caller has locked the game.
create or replace function open_contest(
  p_game_type game_type, p_game_id text, p_slot bigint, p_starts_at timestamptz, p_closes_at timestamptz,
  p_ends_at timestamptz, p_payout_table_id bigint, p_beacon_round bigint,
  p_witness_set_id bigint, p_beacon_relays text[]
) returns bigint language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_chain chains;
  v_index int;
  v_account bigint;
  v_id bigint;
begin
  if is_paused(p_game_type::text::pause_scope) then
    return null;
  end if;
  update chains set next_index = next_index + 1
   where game_type = p_game_type and retired_at is null and next_index <= length
  returning * into v_chain;
  if not found then
    return null;
  end if;
  v_index := v_chain.next_index - 1;
  -- One opening at a time, so that the sequence of bets' ids stays in the month that bets_month takes from it.
  perform pg_advisory_xact_lock(20268, 0);
  perform turn_month(p_starts_at);
  insert into ledger_accounts (kind) values ('contest') returning id into v_account;
  insert into contests (game_type, game_id, number, slot, starts_at, closes_at, ends_at, account_id, randomize,
                        profitability_level, payout_table_id, chain_id, chain_index, commitment, min_bet, max_bet, max_stake,
                        max_payout, draw_version, beacon_round, witness_set_id, beacon_relays)
  select p_game_type, p_game_id,
         coalesce((select max(c.number) from contests c where c.game_type = p_game_type), 0) + 1,
         p_slot, p_starts_at, p_closes_at, p_ends_at, v_account, s.randomize, s.profitability_index, p_payout_table_id,
         v_chain.id, v_index,
         -- The commitment is the previous seed, which the previous contest has published.
         case when v_index = 1 then v_chain.anchor
              else (select c.seed from contests c where c.chain_id = v_chain.id and c.chain_index = v_index - 1) end,
         l.min_bet, l.max_bet, l.max_stake, l.max_payout,
         case when p_beacon_round is null then 1 else 2 end, p_beacon_round,
         case when p_beacon_round is not null then p_witness_set_id end, case when p_beacon_round is not null then p_beacon_relays end
    from game_settings s left join game_limits l on l.game_type = p_game_type
  returning id into v_id;
  -- Only now, when no other contest of the game can be open: setval is not rolled back.
  perform setval(bet_numbers_of(p_game_type), 1, false) where p_beacon_round is not null;
  delete from contest_exposures e using contests c where c.id = e.contest_id and c.game_type = p_game_type;
  insert into contest_exposures (contest_id, payouts)
  select id, array_fill(0::bigint, array[10]) from contests where id = v_id and randomize and max_payout is not null;
  -- Two random UUIDs of version 4 have 244 random bits.
  insert into contest_secrets (contest_id, salt_secret)
  select v_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) where p_beacon_round is not null;
  return v_id;
end $$;
