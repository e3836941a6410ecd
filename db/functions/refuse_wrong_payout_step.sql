-- Who approved a withdrawal, and when, is written as it is approved, and goes only with the approval. Who recorded its return is written as it returns, and nothing else of the payout changes then.
create or replace function refuse_wrong_payout_step(p_old wallet_transactions, p_new wallet_transactions, p_step text) returns void
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_right boolean;
begin
  v_right := case
    when p_new.transaction_type <> 'debit' then p_new.approved_at is null
    when p_step = 'approve' and p_new.status = 'success' then
      (p_new.approved_by, p_new.approved_at) is not distinct from (p_new.decided_by, p_new.decided_at)
    when p_step = 'approve' then p_new.approved_by is not null and p_new.decided_at is null
    when p_step in ('withdraw_approval', 'cancel', 'stay') then p_new.approved_at is null
    else (p_new.approved_by, p_new.approved_at) is not distinct from (p_old.approved_by, p_old.approved_at) end;
  if not v_right then
    raise exception 'withdrawal % names who approved it as it is approved', p_old.id using errcode = 'restrict_violation';
  end if;
  if p_step = 'return'
    and to_jsonb(p_new) - array['status', 'returned_by', 'returned_at', 'updated_at', 'decided_alone_at', 'proposed_by', 'covering_line_id']
        <> to_jsonb(p_old) - array['status', 'returned_by', 'returned_at', 'updated_at', 'decided_alone_at', 'proposed_by', 'covering_line_id'] then
    raise exception 'of payout % only its return is written', p_old.id using errcode = 'restrict_violation';
  end if;
end $$;
