-- Writes one row of the audit log. link_audit_row numbers it and links it to the row before.
create or replace function record_audit(
  p_actor_id bigint, p_action text, p_subject_type text, p_subject text, p_before text, p_after text, p_reason text,
  p_at timestamptz
) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  insert into audit_log (actor_id, action, subject_type, subject, before, after, reason, at)
  values (p_actor_id, p_action, p_subject_type, p_subject, p_before, p_after, p_reason, p_at)
$$;
