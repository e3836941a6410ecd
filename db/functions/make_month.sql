-- Makes the partitions of bets, bet_payouts and transfers for a month such as 2611, like the first ones. Does nothing where they
-- are there. Made apart and then attached, which keeps no bet waiting.
create or replace function make_month(p_month int) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_table text;
begin
  if p_month is null or p_month not between 1 and 9912 or p_month % 100 not between 1 and 12 then
    raise exception '% is no month', coalesce(p_month::text, '') using errcode = 'invalid_parameter_value';
  end if;
  foreach v_table in array array['bets', 'bet_payouts', 'transfers'] loop
    continue when to_regclass(v_table || '_' || p_month) is not null;
    execute format('create table public.%I (like %I including all excluding identity)', v_table || '_' || p_month, v_table || '_0');
    -- Named like those of the first partition, as errors name them.
    if v_table = 'bets' then
      execute format('alter index bets_%1$s_contest_id_number_idx rename to bets_%1$s_contest_id_number_unique', p_month);
    elsif v_table = 'transfers' then
      execute format('alter index transfers_%1$s_reference_id_kind_idx rename to transfers_%1$s_once_per_reference', p_month);
      execute format('alter index transfers_%1$s_reference_id_idx rename to transfers_%1$s_once_per_correction', p_month);
    end if;
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', v_table, v_table || '_' || p_month,
                   p_month * 1000000000000, (p_month + 1) * 1000000000000);
  end loop;
end $$;
