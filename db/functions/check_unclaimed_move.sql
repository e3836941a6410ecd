-- Deferred check at commit: a move of an unclaimed receipt has its transfer.
create or replace function check_unclaimed_move() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_wrong_unclaimed(new.id);
  return null;
end $$;

drop trigger if exists unclaimed_moves_moved on unclaimed_moves;
create constraint trigger unclaimed_moves_moved after insert on unclaimed_moves
  deferrable initially deferred for each row execute function check_unclaimed_move();
