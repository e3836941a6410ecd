-- Runs once for all rows of a statement, whatever months they are in, so that transfers of bets and payouts, which it doesn't concern, don't cost a
-- check per row.
create or replace function check_wallet_transfers() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_wrong_moves(moved.reference_id)
     from (select distinct reference_id from new_transfers
            where kind in ('deposit', 'withdrawal_hold', 'withdrawal_return', 'withdrawal_payout', 'withdrawal_returned')) moved;
  perform refuse_wrong_correction(reference_id) from new_transfers where kind = 'correction';
  perform refuse_bare_forfeit(reference_id) from new_transfers where kind = 'play_forfeit';
  perform refuse_bare_reset(reference_id) from new_transfers where kind = 'play_reset';
  perform refuse_wrong_unclaimed(reference_id) from new_transfers where kind in ('unclaimed_receipt', 'unclaimed_reversal');
  return null;
end $$;

create or replace trigger transfers_of_wallet_transactions after insert on transfers
  referencing new table as new_transfers
  for each statement execute function check_wallet_transfers();
