-- Logs what becomes public with a contest's opening and with each of its steps.
create or replace function log_contest() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_type text;
  v_types text[];
begin
  v_types := case when tg_op = 'INSERT' then array['opened'] else array_remove(array[
    case when new.timelock is distinct from old.timelock then 'timelock' end,
    case when new.bets_root is distinct from old.bets_root then 'betsRoot' end,
    case when new.voided_at is distinct from old.voided_at then 'void' end,
    case when new.winning_number is distinct from old.winning_number then 'decided'
         -- Of a void contest, and of one that waits for its beacon.
         when new.seed is distinct from old.seed then 'seed' end,
    case when new.settled_at is distinct from old.settled_at
         then case new.state when 'VOID' then 'refunded' else 'settled' end end], null) end;
  foreach v_type in array v_types loop
    perform append_log_entry(new.id, contest_log_entry(
      new, v_type, case when v_type = 'decided' then witnessed_checkpoints(new) end));
  end loop;
  return null;
end $$;

create or replace trigger contests_log after insert or update on contests
  for each row execute function log_contest();
