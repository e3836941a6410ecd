-- Stores a closed contest's number and seed, and the number of its settlement parts. guard_contest_change (a trigger)
-- refuses a decision before the contest's end, a seed that doesn't match the commitment, and a number that doesn't
-- follow from the seed and the contest's terms.
create or replace function decide_contest(
  p_contest_id bigint, p_decided_by decided_by, p_winning_number smallint, p_seed bytea, p_at timestamptz
) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  update contests
     set state = 'DECIDED', decided_by = p_decided_by, winning_number = p_winning_number, seed = p_seed,
         settlement_parts = cardinality(part_bounds) + 1, decided_at = p_at
   where id = p_contest_id
$$;
