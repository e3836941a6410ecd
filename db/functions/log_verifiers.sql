-- Logs the verifiers that a server offers for download, by the SHA-256 of each file: once for each release of them, however
-- many servers offer it.
create or replace function log_verifiers(p_html bytea, p_python bytea, p_at timestamptz) returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into verifier_releases (html, python, offered_at) values (p_html, p_python, p_at) on conflict do nothing;
  if found then
    perform append_log_entry(null, row_to_json(e)::text)
       from (select 1 as v, 'verifiers' as type, encode(p_html, 'hex') as html, encode(p_python, 'hex') as python,
                    instant_text(p_at) as "offeredAt") e;
  end if;
end $$;
