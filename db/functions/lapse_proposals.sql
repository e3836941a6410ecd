-- Lets the open proposals of an admin lapse who is deactivated, or loses the role that allowed them, and releases the rounds
-- that they hold. Locks those rounds before their proposals, as confirming and declining do.
create or replace function lapse_proposals() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform hold_bets(p.subject_id), lock_contest(p.subject_id, false)
    from proposals p
   where p.maker_id = new.id and p.status = 'open' and p.kind = 'override'
     and (new.status <> 'active' or not decides_kind(p.kind, new.roles));
  update proposals p set status = 'lapsed', decided_at = greatest(db_now(), p.created_at)
   where p.maker_id = new.id and p.status = 'open' and (new.status <> 'active' or not decides_kind(p.kind, new.roles));
  return null;
end $$;

create or replace trigger users_proposals_lapsed after update of status, roles on users
  for each row when (new.user_type = 'admin') execute function lapse_proposals();
