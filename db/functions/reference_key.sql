-- The key by which references of payments are compared: as referenceKey in web/paymentTexts.ts, for references in ASCII; null
-- for others.
create or replace function reference_key(p_reference text) returns text language sql immutable parallel safe security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select case when p_reference !~ '[^\x01-\x7f]' then
    case when length(bare) > 5 then bare else whole end end
    from (select string_agg(part, '' order by place) as whole,
                 ltrim(string_agg(regexp_replace(part, '^(UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO)(?=[0-9]|$)', ''), '' order by place), '0')
                   as bare
            from regexp_split_to_table(upper(p_reference), '[\s/:-]+') with ordinality as p (part, place)) j
$$;
