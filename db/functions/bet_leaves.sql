-- The bets of a contest that count, those refunded because it became void included, at most p_limit of them: what each
-- contributes to the contest's root (bets_root_of) and to its public leaves. Under version 2 of the draw in order of their
-- numbers, from the one after p_after_number; the hash of a player is that of their UID with the bet's salt
-- (server/domain/contests/betLeaf.ts). Under version 1, where bets have no number and no hash, in the order in which they were placed,
-- counted on from the one after p_after_id, whose number is p_after_number.
create or replace function bet_leaves(p_contest_id bigint, p_after_id bigint, p_after_number int, p_limit int)
  returns table (id bigint, number int, selection smallint, amount bigint, placed_at timestamptz, player_hash bytea)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_voided_at timestamptz := (select coalesce(voided_at, 'infinity') from contests where contests.id = p_contest_id);
  -- The ids of its month, so that one partition is read.
  v_first_id bigint := (select bets_month * 1000000000000 from contests where contests.id = p_contest_id);
  v_secret bytea := (select salt_secret from contest_secrets where contest_id = p_contest_id);
begin
  if v_secret is null then
    return query
      select counted.id, p_after_number + (row_number() over (order by counted.id))::int, counted.selection, counted.amount,
             counted.placed_at, null::bytea
        from bets counted
       where counted.contest_id = p_contest_id and counted.id > p_after_id
           and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000
         and not exists (select from bet_cancellations c where c.bet_id = counted.id and c.created_at < v_voided_at)
       order by counted.id limit p_limit;
  end if;
  return query
    select b.id, b.number, b.selection, b.amount, b.placed_at,
           sha256(substring(sha256(v_secret || int8send(b.number)) from 1 for 16)
                  || int2send(octet_length(u.uid)::smallint) || convert_to(u.uid, 'UTF8'))
      from (select counted.* from bets counted
             where counted.contest_id = p_contest_id and counted.number > p_after_number
               and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000
               and not exists (select from bet_cancellations c where c.bet_id = counted.id and c.created_at < v_voided_at)
             order by counted.number limit p_limit) b
      join users u on u.id = b.player_id
     where v_secret is not null
     order by b.number;
end $$;
