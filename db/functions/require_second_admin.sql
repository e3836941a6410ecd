-- The maker of the proposal of exactly this that was confirmed in this transaction; null where one admin is enough. Refuses
-- what second_admin_thresholds demands a second admin for, what waits as an open proposal, and what differs from the
-- confirmed proposal, in its checker or in what it proposes.
create or replace function require_second_admin(
  p_kind proposal_kind, p_subject_id bigint, p_checker_id bigint, p_payload jsonb
) returns bigint language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_proposal proposals;
begin
  v_proposal := confirmed_now(p_kind, p_subject_id);
  if v_proposal.id is null then
    if exists (select from proposals where kind = p_kind and subject_id = p_subject_id and status = 'open')
      or exists (select from second_admin_thresholds where kind = p_kind and from_amount is not null)
      -- With real money that is no setting.
      or p_kind = 'override' and is_real_money() then
      raise exception '% of % needs a second admin', p_kind, p_subject_id using errcode = 'restrict_violation';
    end if;
    return null;
  end if;
  if v_proposal.checker_id is distinct from p_checker_id or not v_proposal.payload @> p_payload then
    raise exception '% of % differs from its proposal', p_kind, p_subject_id using errcode = 'restrict_violation';
  end if;
  return v_proposal.maker_id;
end $$;
