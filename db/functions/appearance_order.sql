-- The ten numbers in the order in which they first appear in the draw; the first is the drawn number. By colour-pf/1, or by
-- colour-pf/2 where p_beacon is given: the root of the bets, the beacon's round (u64be) and its randomness, 72 bytes. The
-- reference is server/domain/contests/draw.ts; tests compare the two.
create or replace function appearance_order(p_seed bytea, p_game_type text, p_game_id text, p_beacon bytea) returns smallint[]
language plpgsql immutable security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  -- HMAC's two keys: the seed, padded to a block of SHA-256, exclusive-or 0x36 and 0x5c.
  v_inner bytea := decode(repeat('36', 64), 'hex');
  v_outer bytea := decode(repeat('5c', 64), 'hex');
  v_message bytea := '';
  v_field text;
  v_block bytea;
  v_word bigint;
  v_number smallint;
  v_order smallint[] := '{}';
begin
  for i in 0 .. octet_length(p_seed) - 1 loop
    v_inner := set_byte(v_inner, i, get_byte(v_inner, i) # get_byte(p_seed, i));
    v_outer := set_byte(v_outer, i, get_byte(v_outer, i) # get_byte(p_seed, i));
  end loop;
  foreach v_field in array array[case when p_beacon is null then 'colour-pf/1' else 'colour-pf/2' end, p_game_type, p_game_id] loop
    v_message := v_message || int2send(octet_length(v_field)::smallint) || convert_to(v_field, 'UTF8');
  end loop;
  v_message := v_message || coalesce(p_beacon, '');
  for v_counter in 0 .. 1000 loop
    v_block := sha256(v_outer || sha256(v_inner || v_message || int4send(v_counter)));
    for i in 0 .. 7 loop
      v_word := (get_byte(v_block, 4 * i)::bigint << 24) + (get_byte(v_block, 4 * i + 1) << 16)
              + (get_byte(v_block, 4 * i + 2) << 8) + get_byte(v_block, 4 * i + 3);
      -- The largest multiple of ten below 2^32: words from here on are rejected, so that each digit is equally likely.
      continue when v_word >= 4294967290;
      v_number := v_word % 10;
      continue when v_number = any (v_order);
      v_order := v_order || v_number;
    end loop;
    if cardinality(v_order) = 10 then
      return v_order;
    end if;
  end loop;
  raise exception 'the draw of % does not show every number', p_game_id;
end $$;
