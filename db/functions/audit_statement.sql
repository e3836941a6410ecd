-- What admins do with statements has its row in the audit log, under the name of the payee.
create or replace function audit_statement() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_subject text;
begin
  select coalesce(upi_id, account_number) into v_subject from payees where id = new.payee_id;
  perform require_audit_row('statement', v_subject);
  return null;
end $$;

drop trigger if exists statements_audited on statements;
create constraint trigger statements_audited after insert on statements
  deferrable initially deferred for each row execute function audit_statement();

drop trigger if exists statement_lines_audited on statement_lines;
create constraint trigger statement_lines_audited after update on statement_lines
  deferrable initially deferred for each row
  when (new.decided_by is not null or new.state = 'set_aside' or old.state = 'set_aside')
  execute function audit_statement();

drop trigger if exists statement_days_audited on statement_days;
create constraint trigger statement_days_audited after insert on statement_days
  deferrable initially deferred for each row execute function audit_statement();
