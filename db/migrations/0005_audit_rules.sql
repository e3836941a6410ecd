-- The audit log, and the admin actions that cannot happen without it.

create trigger audit_log_insert_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
--> statement-breakpoint

-- One field of what is hashed: its length in bytes, a colon, its text; a dash for null. No two rows encode alike.
create function audit_field(p_value text) returns text immutable parallel safe language sql as $$
  select coalesce(octet_length(p_value) || ':' || p_value, '-')
$$;
--> statement-breakpoint

-- Numbers each row and links it to the one before: hash = SHA-256(previous hash, then every field). The lock makes
-- writers queue until commit, so that the chain never forks. What the transaction has told is noted for the checks below.
create function link_audit_row() returns trigger language plpgsql as $$
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
  perform set_config('rangoli.audited',
    coalesce(current_setting('rangoli.audited', true), '') || audit_field(new.subject_type) || audit_field(new.subject) || ';',
    true);
  return new;
end $$;
--> statement-breakpoint
create trigger audit_log_link before insert on audit_log
  for each row execute function link_audit_row();
--> statement-breakpoint

-- Asked at commit: has this transaction told the audit log about that subject?
create function require_audit_row(p_subject_type text, p_subject text) returns void language plpgsql as $$
begin
  if position(audit_field(p_subject_type) || audit_field(p_subject) || ';'
              in coalesce(current_setting('rangoli.audited', true), '')) = 0 then
    raise exception 'a change of % % needs its row in the audit log, in the same transaction', p_subject_type, p_subject
      using errcode = 'integrity_constraint_violation';
  end if;
end $$;
--> statement-breakpoint

-- A decision is taken once, by somebody, and its request never changes.
create function guard_wallet_transaction() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then
    raise exception 'transaction % is decided already', old.id using errcode = 'restrict_violation';
  end if;
  if (new.id, new.player_id, new.transaction_type, new.channel, new.amount, new.reference, new.payee_id, new.upi_id,
      new.account_number, new.ifsc_code, new.account_holder_name, new.created_at)
     is distinct from
     (old.id, old.player_id, old.transaction_type, old.channel, old.amount, old.reference, old.payee_id, old.upi_id,
      old.account_number, old.ifsc_code, old.account_holder_name, old.created_at) then
    raise exception 'what transaction % asks for cannot change', old.id using errcode = 'restrict_violation';
  end if;
  if (new.status in ('success', 'failed')) <> (new.decided_by is not null) then
    raise exception 'transaction % must be decided by an admin', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger wallet_transactions_guard before update on wallet_transactions
  for each row execute function guard_wallet_transaction();
--> statement-breakpoint
create trigger wallet_transactions_kept before delete or truncate on wallet_transactions
  for each statement execute function refuse_change();
--> statement-breakpoint
create function audit_wallet_transaction() returns trigger language plpgsql as $$
begin
  perform require_audit_row('transaction', coalesce(new.reference, new.upi_id, new.account_number));
  return null;
end $$;
--> statement-breakpoint
create constraint trigger wallet_transactions_audited after update on wallet_transactions
  deferrable initially deferred for each row
  when (new.decided_by is not null)
  execute function audit_wallet_transaction();
--> statement-breakpoint

create function audit_payee() returns trigger language plpgsql as $$
begin
  perform require_audit_row('payee', coalesce(new.upi_id, new.account_number));
  return null;
end $$;
--> statement-breakpoint
create constraint trigger payees_audited after insert or update on payees
  deferrable initially deferred for each row execute function audit_payee();
--> statement-breakpoint
create trigger payees_kept before delete or truncate on payees
  for each statement execute function refuse_change();
--> statement-breakpoint

create function audit_game_settings() returns trigger language plpgsql as $$
begin
  perform require_audit_row('settings', 'game');
  return null;
end $$;
--> statement-breakpoint
create constraint trigger game_settings_audited after update on game_settings
  deferrable initially deferred for each row execute function audit_game_settings();
--> statement-breakpoint

create function audit_contest_override() returns trigger language plpgsql as $$
begin
  perform require_audit_row('contest', new.game_id);
  return null;
end $$;
--> statement-breakpoint
create constraint trigger contests_override_audited after update on contests
  deferrable initially deferred for each row
  when (new.override_number is distinct from old.override_number or new.overridden_at is distinct from old.overridden_at)
  execute function audit_contest_override();
--> statement-breakpoint

create function audit_user() returns trigger language plpgsql as $$
begin
  perform require_audit_row('user', new.uid);
  return null;
end $$;
--> statement-breakpoint
create constraint trigger users_status_audited after update on users
  deferrable initially deferred for each row
  when (new.status is distinct from old.status or new.user_type is distinct from old.user_type)
  execute function audit_user();
--> statement-breakpoint
create constraint trigger users_admin_audited after insert on users
  deferrable initially deferred for each row
  when (new.user_type = 'admin')
  execute function audit_user();
