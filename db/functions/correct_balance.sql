-- Corrects a player's available balance: one row of balance_corrections and its transfer from the house (p_amount above
-- zero) or to it (below), by post_transfer. p_admin_id makes it alone, or confirms p_proposal_id, whose maker is made_by
-- then. Returns the correction's id and the balances after it; without an id, and without effect, when less than what is to
-- be taken is available.
--
-- Locks: the player's accounts. guard_correction says who may, and when two admins are needed.
create or replace function correct_balance(
  p_player_id bigint, p_amount bigint, p_reason text, p_evidence text, p_message text,
  p_admin_id bigint, p_proposal_id bigint, p_at timestamptz
) returns table (correction_id bigint, available bigint, held bigint) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account bigint;
  v_house bigint := (select id from ledger_accounts where kind = 'house');
  v_available bigint;
  v_held bigint;
  v_maker bigint := (select maker_id from proposals where id = p_proposal_id);
  v_correction bigint;
begin
  select account, w.available, w.held into v_account, v_available, v_held from wallet_for_update(p_player_id) w;
  if v_available + p_amount < 0 then
    return query select null::bigint, v_available, v_held;
    return;
  end if;
  insert into balance_corrections (player_id, amount, reason, evidence, message, made_by, checked_by, proposal_id, created_at)
    values (p_player_id, p_amount, p_reason, p_evidence, p_message, coalesce(v_maker, p_admin_id),
            case when p_proposal_id is not null then p_admin_id end, p_proposal_id, p_at)
    returning id into v_correction;
  perform post_transfer(
    case when p_amount > 0 then v_house else v_account end, case when p_amount > 0 then v_account else v_house end,
    abs(p_amount), 'correction', v_correction, p_at);
  return query select v_correction, v_available + p_amount, v_held;
end $$;
