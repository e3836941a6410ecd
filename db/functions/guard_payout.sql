-- An approved withdrawal needs a second admin from the amount of second_admin_thresholds on: a confirmed proposal for it,
-- whose checker is the one who decides, with the same payout reference and message. Its maker is written into
-- proposed_by. A withdrawal that ends otherwise ends its open proposal.
create or replace function guard_payout() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_proposal proposals;
begin
  new.proposed_by := null;
  if new.status = 'pending' then
    return new;
  end if;
  if new.status <> 'success' then
    update proposals set status = 'lapsed', decided_at = new.updated_at
      where kind = 'payout' and subject_id = new.id and status = 'open';
    return new;
  end if;
  select * into v_proposal from proposals where kind = 'payout' and subject_id = new.id and status = 'confirmed';
  if v_proposal.id is null then
    if exists (select from proposals where kind = 'payout' and subject_id = new.id and status = 'open')
      or exists (select from second_admin_thresholds where kind = 'payout' and new.amount >= from_amount) then
      raise exception 'payout % needs a second admin', new.id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if v_proposal.checker_id <> new.decided_by
    or (v_proposal.payload ->> 'payoutReference', v_proposal.payload ->> 'message')
       is distinct from (new.payout_reference, new.message) then
    raise exception 'payout % differs from its proposal', new.id using errcode = 'restrict_violation';
  end if;
  new.proposed_by := v_proposal.maker_id;
  return new;
end $$;

create or replace trigger wallet_transactions_payout before update on wallet_transactions
  for each row when (new.transaction_type = 'debit') execute function guard_payout();
