-- What makes payout accounts the same: the UPI id, or the account's number and its branch, without regard to case.
create or replace function payout_account_key(p_upi_id text, p_account_number text, p_ifsc_code text) returns text
  language sql immutable parallel safe security definer set search_path = pg_catalog, public, pg_temp as $$
  select lower(coalesce(p_upi_id, p_account_number || ' ' || p_ifsc_code))
$$;
