-- The proposal of this kind about a subject that was confirmed in this transaction; a row of nulls without one.
create or replace function confirmed_now(p_kind proposal_kind, p_subject_id bigint) returns proposals
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p from proposals p
   where p.kind = p_kind and p.subject_id = p_subject_id and p.status = 'confirmed'
     -- Written by this transaction; the age distinguishes it from a row of a restored backup.
     and p.xmin::text = pg_current_xact_id()::xid::text and age(p.xmin) <= age(pg_current_xact_id()::xid)
$$;
