-- The checkpoint from which a contest's seed is computed. A checkpoint in clear is hashed down to the one seed of the
-- contest; an encrypted one, which is useless without the key, is returned as it is.
create or replace function stored_seed(c contests)
  returns table (seed_index int, seed bytea, key_id text, chain_id bigint)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_checkpoint public.chain_checkpoints;
begin
  select * into v_checkpoint from public.chain_checkpoints p
   where p.chain_id = c.chain_id and p.index >= c.chain_index
   order by p.index limit 1;
  if v_checkpoint.key_id is null then
    while v_checkpoint.index > c.chain_index loop
      v_checkpoint.seed := sha256(v_checkpoint.seed);
      v_checkpoint.index := v_checkpoint.index - 1;
    end loop;
  end if;
  return query select v_checkpoint.index, v_checkpoint.seed, v_checkpoint.key_id, c.chain_id
    where v_checkpoint.index is not null;
end $$;
