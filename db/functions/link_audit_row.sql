-- Numbers each row and links it to the previous one: hash = SHA-256(previous hash, then every field). The lock
-- serializes writers until commit, so that the chain never forks. The transaction's id is stored for require_audit_row.
create or replace function link_audit_row() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_last audit_log;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_log', 0));
  select * into v_last from audit_log order by id desc limit 1;
  new.id := coalesce(v_last.id, 0) + 1;
  new.previous_hash := coalesce(v_last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := sha256(new.previous_hash || convert_to(
    audit_field(new.id::text) || audit_field(new.actor_id::text) || audit_field(new.action)
    || audit_field(new.subject_type) || audit_field(new.subject) || audit_field(new.before) || audit_field(new.after)
    || audit_field(new.reason) || audit_field(((extract(epoch from new.at) * 1000)::bigint)::text), 'UTF8'));
  new.transaction_id := pg_current_xact_id();
  return new;
end $$;

create or replace trigger audit_log_link before insert on audit_log
  for each row execute function link_audit_row();
