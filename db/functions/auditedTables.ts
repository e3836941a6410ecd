/** A trigger, at commit, on the rows of a table that an insert, update or delete has changed. */
interface AuditedChange {
  readonly table: string;
  /** Default: `<table>_audited`. */
  readonly trigger?: string;
  readonly after: string;
  /** Which of those rows it concerns, in SQL. Default: all. */
  readonly when?: string;
}

interface AuditedSubject {
  /** Comment at the head of the function, in lines of at most 120 characters. */
  readonly about?: string;
  /** Type of the subject in the audit log. */
  readonly type: string;
  /** Its name there, in SQL, from `new` or `old`. */
  readonly subject: string;
  readonly changes: readonly AuditedChange[];
}

/**
 * Changes that need a row in the audit log, in their transaction, and nothing else (require_audit_row), by the name of the trigger
 * function, `audit_<name>`. Those that also need a reason or a version have a file beside this one.
 */
export const auditedTables: Readonly<Record<string, AuditedSubject>> = {
  alert_threshold: {
    type: 'settings',
    subject: `'alerts'`,
    changes: [{ table: 'alert_thresholds', after: 'insert or update' }],
  },
  announcement: {
    about: 'An announcement, and its early end, need their row in the audit log.',
    type: 'announcement',
    subject: 'new.id::text',
    changes: [{ table: 'announcements', after: 'insert or update' }],
  },
  game_settings: {
    type: 'settings',
    subject: `'game'`,
    changes: [{ table: 'game_settings', after: 'update' }],
  },
  pause: {
    about: 'A pause, a change of its notice and its end need their row in the audit log.',
    type: 'pause',
    subject: `case when tg_op = 'DELETE' then old.scope else new.scope end::text`,
    changes: [{ table: 'pauses', after: 'insert or update or delete' }],
  },
  payment_settings: {
    type: 'settings',
    subject: `'payments'`,
    changes: [{ table: 'payment_settings', after: 'update' }],
  },
  payout_batch: {
    about: 'A batch of payouts is made, downloaded and handed over with a row in the audit log, under its number.',
    type: 'payoutBatch',
    subject: 'new.id::text',
    changes: [{ table: 'payout_batches', after: 'insert or update' }],
  },
  payout_batch_item: {
    about:
      'A payout leaves a batch unpaid with a row in the audit log, under the number of the batch; of a paid one it is its own.',
    type: 'payoutBatch',
    subject: 'new.batch_id::text',
    changes: [{ table: 'payout_batch_items', after: 'update', when: `new.outcome <> 'paid'` }],
  },
  payout_block: {
    about: 'Every change of a blocked payout account needs its row in the audit log, under the account.',
    type: 'payoutAccount',
    subject: 'coalesce(new.upi_id, new.account_number)',
    changes: [{ table: 'blocked_payout_accounts', after: 'insert or update' }],
  },
  payout_freeze: {
    about: "Every change of a freeze needs its row in the audit log, under the player's UID.",
    type: 'user',
    subject: '(select uid from users where id = new.player_id)',
    changes: [{ table: 'payout_freezes', after: 'insert or update' }],
  },
  payout_layout: {
    type: 'payoutLayout',
    subject: 'new.name',
    changes: [{ table: 'payout_layouts', after: 'insert or update' }],
  },
  second_admin_threshold: {
    type: 'settings',
    subject: `'secondAdmin'`,
    changes: [{ table: 'second_admin_thresholds', after: 'update' }],
  },
  second_factor: {
    about: 'A second factor is confirmed and removed with a row in the audit log, in the same transaction.',
    type: 'user',
    subject: '(select uid from users where id = old.user_id)',
    changes: [
      {
        table: 'second_factors',
        trigger: 'second_factors_confirmed_audited',
        after: 'update',
        when: 'old.confirmed_at is null and new.confirmed_at is not null',
      },
      {
        table: 'second_factors',
        trigger: 'second_factors_removed_audited',
        after: 'delete',
        when: 'old.confirmed_at is not null',
      },
    ],
  },
  setup_choice: {
    about: 'A step of the first day is settled by a word, and opened again, with a row in the audit log.',
    type: 'settings',
    subject: `'setup'`,
    changes: [{ table: 'setup_choices', after: 'insert or delete' }],
  },
  statement: {
    about: 'What admins do with statements has its row in the audit log, under the name of the payee.',
    type: 'statement',
    subject: '(select coalesce(upi_id, account_number) from payees where id = new.payee_id)',
    changes: [
      { table: 'statements', after: 'insert' },
      {
        table: 'statement_lines',
        after: 'update',
        when: `new.decided_by is not null or new.state = 'set_aside' or old.state = 'set_aside'`,
      },
      { table: 'statement_days', after: 'insert' },
    ],
  },
  user: {
    about:
      'Who is an admin, what they may do and how they sign in changes with a row in the audit log, in the same transaction; the\n' +
      'status of every user as well.',
    type: 'user',
    subject: 'new.uid',
    changes: [
      {
        table: 'users',
        trigger: 'users_status_audited',
        after: 'update',
        when: `new.status is distinct from old.status or new.user_type is distinct from old.user_type
        or new.roles is distinct from old.roles
        or new.user_type = 'admin' and (new.password_hash, new.email) is distinct from (old.password_hash, old.email)`,
      },
      { table: 'users', trigger: 'users_admin_audited', after: 'insert', when: `new.user_type = 'admin'` },
    ],
  },
  void_notice: {
    about: 'An announcement to make a contest void, and its end, need their row in the audit log.',
    type: 'contest',
    subject: '(select game_id from contests where id = new.contest_id)',
    changes: [{ table: 'void_notices', after: 'insert or update' }],
  },
  wallet_transaction: {
    type: 'transaction',
    subject: 'coalesce(new.reference, new.upi_id, new.account_number)',
    changes: [
      {
        table: 'wallet_transactions',
        after: 'update',
        when: `new.decided_by is not null or old.status = 'failed' or new.approved_by is distinct from old.approved_by`,
      },
    ],
  },
};

/** The trigger of an audited change. */
export function auditTrigger({ table, trigger = `${table}_audited` }: AuditedChange): string {
  return trigger;
}

/** The trigger functions of all audited changes, each with its triggers, as a file of this folder has them. */
export function auditFunctions(): { name: string; text: string }[] {
  return Object.entries(auditedTables).map(([subject, audited]) => {
    const name = `audit_${subject}`;
    return { name, text: [functionText(name, audited), ...audited.changes.map(triggerText(name))].join('\n') };
  });
}

function functionText(name: string, { about, type, subject }: AuditedSubject): string {
  return `${about === undefined ? '' : `-- ${about.replaceAll('\n', '\n-- ')}\n`}create or replace function ${name}() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('${type}', ${subject});
  return null;
end $$;
`;
}

const triggerText = (name: string) => (change: AuditedChange) => {
  const trigger = auditTrigger(change);
  const condition = change.when === undefined ? ' ' : `\n  when (${change.when})\n  `;
  return `drop trigger if exists ${trigger} on ${change.table};
create constraint trigger ${trigger} after ${change.after} on ${change.table}
  deferrable initially deferred for each row${condition}execute function ${name}();
`;
};
