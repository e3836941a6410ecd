-- A proposal about a contest concerns an open one, under its own name, and expires before what it proposes would come too
-- late: to make it void, at its closing; to set its number, 5 s before, and 20 s after it is made at the latest, by the
-- database's clock.
-- Who proposes a number knows it: while the proposal is open, the contest is held (held_until), and takes no bets by that same
-- clock. So no bet comes between a proposal and its confirmation. However the proposal ends, the contest is released.
-- Waits for the bets in flight; the caller holds the contest's lock alone, where others decide the same proposal.
create or replace function guard_round_proposal() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from contests c
       where c.id = new.subject_id and c.game_id = new.subject and c.state = 'OPEN'
         and new.expires_at <= c.closes_at - case new.kind when 'override' then interval '5 seconds' else interval '0' end)
      or new.kind = 'override' and new.expires_at > db_now() + interval '20 seconds' then
      raise exception 'a proposal about a contest expires while that takes bets' using errcode = 'restrict_violation';
    end if;
    if new.kind = 'override' and exists (
      select from contests c where c.id = new.subject_id and not c.randomize and c.max_payout is not null) then
      raise exception 'a contest of the profit rule with a payout limit is not overridden' using errcode = 'restrict_violation';
    end if;
  elsif new.kind = 'override' and new.status = 'confirmed' and db_now() >= old.expires_at then
    raise exception 'proposal % has expired', old.id using errcode = 'restrict_violation';
  end if;
  if new.kind = 'override' then
    perform hold_bets(new.subject_id);
    update contests set held_until = case new.status when 'open' then new.expires_at end
      where id = new.subject_id and state = 'OPEN';
  end if;
  return null;
end $$;

create or replace trigger proposals_round after insert or update on proposals
  for each row when (new.kind in ('override', 'void')) execute function guard_round_proposal();
