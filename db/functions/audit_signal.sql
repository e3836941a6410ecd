-- What an admin decides about a signal needs its row in the audit log. The detection adds signals, refreshes, reopens and
-- ends them without one.
create or replace function audit_signal() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state in ('reviewed', 'dismissed')
    and (tg_op = 'INSERT'
      or (new.state, new.reason, new.decided_by) is distinct from (old.state, old.reason, old.decided_by)) then
    perform require_audit_row('signal', new.id::text);
  end if;
  return null;
end $$;

drop trigger if exists signals_audited on signals;
create constraint trigger signals_audited after insert or update on signals
  deferrable initially deferred for each row execute function audit_signal();
