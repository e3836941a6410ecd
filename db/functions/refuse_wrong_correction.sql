-- Checks that a correction has moved its amount between the house and its player's available account: what was added came
-- from the house, what was taken went there. (transfers_once_per_correction allows one transfer for each.)
create or replace function refuse_wrong_correction(p_correction_id bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (
    select from balance_corrections c
      join transfers t on t.reference_id = c.id and t.kind = 'correction' and t.amount = abs(c.amount)
      join ledger_accounts own on own.player_id = c.player_id and own.kind = 'player_available'
      join ledger_accounts house on house.kind = 'house'
     where c.id = p_correction_id
       and (t.debit_account_id, t.credit_account_id)
           = (case when c.amount > 0 then house.id else own.id end, case when c.amount > 0 then own.id else house.id end)) then
    raise exception 'what moved for correction % is not what its row says', p_correction_id using errcode = 'restrict_violation';
  end if;
end $$;
