-- Whether what this admin is about to decide alone needs a second one. Two amounts are compared with what is set for the kind
-- (second_admin_thresholds), each with p_amount, the paise at hand, included: what single admins decided in the last 24 hours
-- for the same player or the same payout account (p_account, its payout_account_key, or null), and what this admin decided alone for all players.
-- What two admins decided, what was denied or returned since, and deposits that a line of another admin's statement covers, count in neither.
--
-- Where an amount is set, decisions of the kind come one after the other until the transaction ends, so that two at the same
-- moment see each other.
create or replace function needs_second_admin(
  p_kind proposal_kind, p_admin_id bigint, p_amount bigint, p_player_id bigint, p_account text
) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_threshold second_admin_thresholds;
  v_since timestamptz;
  v_about bigint;
  v_by bigint;
begin
  select * into v_threshold from second_admin_thresholds where kind = p_kind;
  if v_threshold.from_amount = 0 or p_amount >= least(v_threshold.from_amount, v_threshold.maker_day_amount) then
    return true;
  end if;
  if v_threshold.from_amount is null and v_threshold.maker_day_amount is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('second admin ' || p_kind, 0));
  v_since := db_now() - interval '24 hours';
  if p_kind = 'correction' then
    select coalesce(sum(abs(amount)) filter (where player_id = p_player_id), 0),
           coalesce(sum(abs(amount)) filter (where made_by = p_admin_id), 0)
      into v_about, v_by
      from balance_corrections where decided_alone_at > v_since;
  else
    select coalesce(sum(amount) filter (
             where player_id = p_player_id
               or payout_account_key(upi_id, account_number, ifsc_code) = p_account), 0),
           coalesce(sum(amount) filter (where coalesce(approved_by, decided_by) = p_admin_id), 0)
      into v_about, v_by
      from wallet_transactions
     where decided_alone_at > v_since and transaction_type = (case p_kind when 'deposit' then 'credit' else 'debit' end)::transaction_type;
  end if;
  return coalesce(v_about + p_amount >= v_threshold.from_amount, false)
    or coalesce(v_by + p_amount >= v_threshold.maker_day_amount, false);
end $$;
