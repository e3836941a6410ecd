-- The bets of a contest that count, those refunded because it became void included, in the order in which they were placed, at most p_limit from the one after p_after_id,
-- whose number is p_after_number: what each contributes to the contest's root (bets_root_of) and to its public leaves. The
-- hash of a player is that of their UID with a salt of the bet (server/domain/contests/betLeaf.ts); null where the contest
-- has no secret, as under version 1 of the draw.
create or replace function bet_leaves(p_contest_id bigint, p_after_id bigint, p_after_number int, p_limit int)
  returns table (id bigint, number int, selection smallint, amount bigint, placed_at timestamptz, player_hash bytea)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_voided_at timestamptz := (select coalesce(voided_at, 'infinity') from contests where contests.id = p_contest_id);
  v_secret bytea := (select salt_secret from contest_secrets where contest_id = p_contest_id);
  -- HMAC's two keys: the secret, padded to a block of SHA-256, exclusive-or 0x36 and 0x5c.
  v_inner bytea := decode(repeat('36', 64), 'hex');
  v_outer bytea := decode(repeat('5c', 64), 'hex');
begin
  for i in 0 .. coalesce(octet_length(v_secret), 0) - 1 loop
    v_inner := set_byte(v_inner, i, get_byte(v_inner, i) # get_byte(v_secret, i));
    v_outer := set_byte(v_outer, i, get_byte(v_outer, i) # get_byte(v_secret, i));
  end loop;
  return query
    select b.id, p_after_number + (row_number() over (order by b.id))::int, b.selection, b.amount, b.placed_at,
           case when v_secret is not null
             then sha256(substring(sha256(v_outer || sha256(v_inner || int8send(b.id))) from 1 for 16)
                         || int2send(octet_length(u.uid)::smallint) || convert_to(u.uid, 'UTF8')) end
      from (select counted.* from bets counted
             where counted.contest_id = p_contest_id and counted.id > p_after_id
               and not exists (select from bet_cancellations c where c.bet_id = counted.id and c.created_at < v_voided_at)
             order by counted.id limit p_limit) b
      join users u on u.id = b.player_id
     order by b.id;
end $$;
