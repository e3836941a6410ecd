-- A database of real money takes no play credit, and no active account for practice payments.
create or replace function refuse_play_money() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_real_money() then
    raise exception 'there is no play money where there is real money' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger play_credits_real_money before insert on play_credits
  for each row execute function refuse_play_money();
create or replace trigger payees_real_money before insert or update on payees
  for each row when (new.upi_id = 'play@rangoli' and new.active) execute function refuse_play_money();
