-- Takes a token from the bucket p_key, which holds p_capacity tokens and gains one every p_refill_ms until it is full.
--   wait_seconds   0 when a token was taken; otherwise nothing is written, and this is the time until there is one
--   tokens_left    whole tokens left after it
-- A bucket stores one value, the instant at which it will be full, which only increases. With a clock that was set
-- back, or another server's slower one, a bucket looks emptier and never fuller.
create or replace function take_token(
  p_key bytea, p_capacity int, p_refill_ms int, p_now timestamptz, out wait_seconds int, out tokens_left int
) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_refill constant interval := p_refill_ms * interval '1 ms';
  v_most constant interval := p_capacity * v_refill;
  v_full_at timestamptz;
begin
  insert into token_buckets as b (key, full_at) values (p_key, p_now + v_refill)
    on conflict (key) do update set full_at = greatest(b.full_at, p_now) + v_refill
      where greatest(b.full_at, p_now) + v_refill <= p_now + v_most
    returning b.full_at into v_full_at;
  if found then
    wait_seconds := 0;
    tokens_left := floor(extract(epoch from p_now + v_most - v_full_at) * 1000 / p_refill_ms);
  else
    select full_at into v_full_at from token_buckets where key = p_key;
    wait_seconds := greatest(1, coalesce(ceil(extract(epoch from v_full_at + v_refill - v_most - p_now)), 1));
    tokens_left := 0;
  end if;
end $$;
