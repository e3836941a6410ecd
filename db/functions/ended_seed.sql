-- The checkpoint from which the seed of an ended contest is computed (stored_seed); no row before the contest's end by the
-- database's clock. The end is computed from the slot, not read from the row. Runs as its owner: the application's role
-- cannot read the checkpoints, so no statement of its own can reveal seeds of future rounds.
create or replace function ended_seed(p_contest_id bigint)
  returns table (seed_index int, seed bytea, key_id text, chain_id bigint)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_contest public.contests;
  v_slot_seconds int;
  v_ends_at timestamptz;
begin
  select * into v_contest from public.contests c where c.id = p_contest_id;
  v_slot_seconds := case v_contest.game_type when 'sapreHalf' then 30 when 'sapreOne' then 60 else 180 end;
  v_ends_at := greatest(v_contest.ends_at, to_timestamp((v_contest.slot + 1) * v_slot_seconds));
  if v_contest.id is null or v_contest.state = 'OPEN' or db_now() < v_ends_at - interval '100 milliseconds' then
    return;
  end if;
  return query select s.* from stored_seed(v_contest) s;
end $$;
