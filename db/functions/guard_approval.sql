-- An approved deposit or withdrawal, paid already or not, that needs a second admin (approval_needs_second_admin), or waits for one, has a confirmed
-- proposal, whose checker is the one who decides, with the same amount, payout reference and message. Its maker is written into
-- proposed_by. Of what one admin decides alone, decided_alone_at keeps when, by the database's clock, and of a deposit that a
-- statement covers, covering_line_id keeps the line. A request that ends otherwise ends its open proposal. Paying what is approved
-- changes nothing of that; what is denied or returned since counts no more.
-- One that two admins made of a line, or approved with an unclaimed receipt, has the confirmed proposal of exactly that, in the same
-- transaction.
create or replace function guard_approval() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_kind proposal_kind := case new.transaction_type when 'credit' then 'deposit' else 'payout' end;
  v_step text := request_step(old, new);
  v_admin bigint := coalesce(new.approved_by, new.decided_by);
  v_proposal proposals;
begin
  new.proposed_by := case when v_step in ('pay', 'return') then old.proposed_by end;
  new.decided_alone_at := case when v_step = 'pay' then old.decided_alone_at end;
  new.covering_line_id := null;
  if v_step in ('deny', 'cancel') then
    update proposals set status = 'lapsed', decided_at = new.updated_at
      where kind = v_kind and subject_id = new.id and status = 'open';
  end if;
  if v_step is distinct from 'approve' then
    return new;
  end if;
  if new.credited_line_id is not null then
    new.proposed_by := require_second_admin('line_credit', new.credited_line_id, new.decided_by,
      jsonb_build_object('playerId', new.player_id::text, 'amount', new.amount::text, 'message', new.message));
    if new.proposed_by is null then
      raise exception 'crediting line % needs a second admin', new.credited_line_id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  v_proposal := confirmed_now(v_kind, new.id);
  if v_proposal.id is null then
    if exists (select from proposals where kind = v_kind and subject_id = new.id and status = 'open')
      or approval_needs_second_admin(new.id, v_admin, new.amount) then
      raise exception '% % needs a second admin', v_kind, new.id using errcode = 'restrict_violation';
    end if;
    new.covering_line_id := covering_line(new.id, v_admin, new.amount);
    new.decided_alone_at := case when new.covering_line_id is null then db_now() end;
    return new;
  end if;
  if v_proposal.checker_id <> v_admin or v_proposal.amount is distinct from new.amount
    or (v_proposal.payload ->> 'payoutReference', v_proposal.payload ->> 'message')
       is distinct from (new.payout_reference, new.message) then
    raise exception '% % differs from its proposal', v_kind, new.id using errcode = 'restrict_violation';
  end if;
  new.proposed_by := v_proposal.maker_id;
  return new;
end $$;

create or replace trigger wallet_transactions_approval before update on wallet_transactions
  for each row execute function guard_approval();
