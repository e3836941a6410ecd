-- The checkpoint from which the seed of an open contest is computed (stored_seed), for encrypting it to the contest's round
-- of the beacon. Only under version 2 of the draw, where the seed alone does not give the number, and until the ciphertext
-- is stored.
create or replace function seed_to_lock(p_contest_id bigint)
  returns table (seed_index int, seed bytea, key_id text, chain_id bigint)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_contest public.contests;
begin
  select * into v_contest from public.contests c where c.id = p_contest_id;
  if v_contest.draw_version = 2 and v_contest.state = 'OPEN' and v_contest.timelock is null then
    return query select s.* from stored_seed(v_contest) s;
  end if;
end $$;
