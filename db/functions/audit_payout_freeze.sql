-- Every change of a freeze needs its row in the audit log, under the player's UID.
create or replace function audit_payout_freeze() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('user', (select uid from users where id = new.player_id));
  return null;
end $$;

drop trigger if exists payout_freezes_audited on payout_freezes;
create constraint trigger payout_freezes_audited after insert or update on payout_freezes
  deferrable initially deferred for each row execute function audit_payout_freeze();
