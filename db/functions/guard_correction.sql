-- A correction of a balance is made by an active admin of finance or an owner. Where needs_second_admin says so, by its
-- amount whether added or taken, and while a correction of the same player is proposed, it needs a second one: a confirmed
-- proposal that says the same, of which made_by is the maker and checked_by the checker. A proposal makes one correction (its
-- index is unique). Of what one admin makes alone, decided_alone_at keeps when, by the database's clock.
create or replace function guard_correction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from users
      where id = coalesce(new.checked_by, new.made_by) and status = 'active' and roles && array['OWNER', 'FINANCE']::admin_role[]) then
    raise exception 'user % may not correct balances', coalesce(new.checked_by, new.made_by)
      using errcode = 'restrict_violation';
  end if;
  new.decided_alone_at := case when new.proposal_id is null then db_now() end;
  if new.proposal_id is null then
    if exists (select from proposals where kind = 'correction' and subject_id = new.player_id and status = 'open')
      or needs_second_admin('correction', new.made_by, abs(new.amount), new.player_id, null) then
      raise exception 'a correction of % for player % needs a second admin', new.amount, new.player_id
        using errcode = 'restrict_violation';
    end if;
  elsif not exists (
    select from proposals
      where id = new.proposal_id and kind = 'correction' and status = 'confirmed' and subject_id = new.player_id
        and maker_id = new.made_by and checker_id = new.checked_by
        and (payload ->> 'amount', payload ->> 'reason', payload ->> 'evidence', payload ->> 'message')
            is not distinct from (new.amount::text, new.reason, new.evidence, new.message)) then
    raise exception 'the correction for player % differs from proposal %', new.player_id, new.proposal_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger balance_corrections_guard before insert on balance_corrections
  for each row execute function guard_correction();
