-- One field of what is hashed: its length in bytes, a colon, its text; a dash for null. No two rows encode alike.
create or replace function audit_field(p_value text) returns text immutable parallel safe language sql as $$
  select coalesce(octet_length(p_value) || ':' || p_value, '-')
$$;
