import { createHash } from 'node:crypto';
import pg from 'pg';
import { AppRoleError } from './roles.ts';
import { keptSignatures } from './signatures.ts';

/** Privileges on a table. Columns in brackets limit a privilege to those: `update (name, avatar)`. */
type TablePrivilege = 'select' | 'insert' | 'delete' | `insert (${string})` | 'update' | `update (${string})`;

/**
 * Privileges of the application's role on each table: what the server's own statements need, and nothing else. A table
 * that isn't listed can't be used. Money, bets, outcomes and the audit log are written by functions only.
 */
export const tablePrivileges: Readonly<Record<string, readonly TablePrivilege[]>> = {
  // Accounts.
  users: [
    'select',
    'insert',
    'update (name, avatar, language, email, password_hash, password_mailed, status, roles, deactivated_at, deactivation_reason)',
  ],
  // A session begins by open_session alone.
  sessions: ['select', 'update (last_seen_at, ended_at, end_reason)', 'delete'],
  link_tokens: ['select', 'insert', 'update (used_at, uses)', 'delete'],
  download_files: ['select', 'insert', 'update (state, media_type, name, kept, read_at)', 'delete'],
  download_pieces: ['select', 'insert', 'delete'],
  mails: ['select', 'insert', 'update', 'delete'],
  known_devices: ['select', 'insert', 'update (last_used_at, expires_at)', 'delete'],
  excluded_device_uses: ['select', 'insert', 'update (last_at)'],
  token_buckets: ['select', 'update (full_at)', 'delete'],
  second_factors: ['select', 'insert', 'update (confirmed_at, last_step)', 'delete'],
  recovery_codes: ['select', 'insert', 'update (used_at)', 'delete'],
  // Settings.
  game_settings: ['select', 'update (randomize, profitability_index)'],
  payment_settings: ['select', 'update (min_withdrawal)'],
  game_limits: ['select', 'insert', 'update (min_bet, max_bet, max_stake, max_payout)'],
  pauses: ['select', 'insert', 'update (notice, notice_hi)', 'delete'],
  announcements: ['select', 'insert', 'update (starts_at, ends_at)'],
  payees: ['select', 'insert', 'update (active, activated_at, deactivated_at, removed_at)'],
  saved_filters: ['select', 'insert', 'update (query)', 'delete'],
  server_secrets: ['select', 'insert'],
  receipt_keys: ['select', 'insert'],
  reports: ['select', 'insert', 'update'],
  setup_choices: ['select', 'insert', 'delete'],
  // The doctor writes as the owner.
  doctor_runs: ['select'],
  book_audits: ['select', 'insert', 'update'],
  audit_log: ['select'],
  // Four eyes.
  second_admin_thresholds: ['select', 'update (from_amount, maker_day_amount)'],
  proposals: ['select', 'insert', 'update (status, checker_id, decided_at, first_told_at, last_told_at)'],
  // Signs of fraud, and alerts.
  alerts: ['select', 'insert', 'update (data, ended_at, acknowledged_by, acknowledged_at)'],
  daily_report_choices: ['select', 'insert', 'update (wanted)'],
  daily_reports: ['select', 'insert'],
  alert_thresholds: ['select', 'insert', 'update (value)'],
  signals: [
    'select',
    'insert',
    'update (players, score, evidence, first_seen_at, last_seen_at, detected_at, state, reason, decided_by, decided_at)',
  ],
  // Wallet.
  ledger_accounts: ['select'],
  transfers: ['select'],
  archived_months: ['select'],
  archived_moves: ['select'],
  liability_days: ['select'],
  liability_nodes: ['select'],
  wallet_transactions: [
    'select',
    'insert',
    'update (status, amount, requested_amount, credited_line_id, message, payout_reference, denial_reason, approved_by, approved_at, decided_by, decided_at, reopened_at, returned_by, returned_at, updated_at)',
  ],
  payout_freezes: ['select', 'insert', 'update (ended_by, ended_at, end_reason)'],
  blocked_payout_accounts: ['select', 'insert', 'update (lifted_by, lifted_at, lift_reason)'],
  payout_layouts: ['select', 'insert', 'update (layout, changed_by, changed_at)'],
  payout_batches: ['select', 'insert', 'update (held_by, held_since, downloaded_at, released_by, released_at)'],
  payout_batch_items: ['select', 'insert', 'update (outcome, reason, decided_by, decided_at)'],
  transaction_claims: ['select', 'insert', 'update (admin_id, until)', 'delete'],
  play_credits: ['select'],
  play_forfeits: ['select'],
  play_resets: ['select'],
  money_mode: ['select'],
  real_money: [],
  balance_corrections: ['select'],
  idempotency_keys: ['select', 'insert', 'delete'],
  // Bank statements.
  statement_banks: ['select', 'insert', 'update (mapping, changed_at)'],
  statements: ['select', 'insert'],
  statement_lines: [
    'select',
    'insert',
    'update (state, transaction_id, reference, aside_kind, reason, decided_by, changed_at)',
  ],
  unclaimed_moves: ['select'],
  statement_balances: ['select', 'insert', 'update (opening, closing)'],
  statement_days: ['select'],
  statement_day_transactions: ['select'],
  // Limits and pauses that players set.
  play_limits: ['select', 'insert', 'update (amount, next_amount, next_at)'],
  play_guards: [
    'select',
    'insert',
    'update (time_out_until, excluded_at, excluded_until, reality_minutes, answered_at)',
  ],
  play_days: [],
  excluded_emails: ['select', 'insert', 'update (until)'],
  // Contests.
  chains: ['select', 'insert', 'update (retired_at)'],
  // Seeds are read through ended_seed only.
  chain_checkpoints: ['insert'],
  payout_tables: ['select'],
  contests: ['select'],
  contest_exposures: [],
  contest_secrets: ['select'],
  beacon_rounds: ['select'],
  void_notices: ['select', 'insert', 'update (stopped_at, stopped_by)'],
  // The public log.
  public_logs: ['select'],
  verifier_releases: ['select'],
  log_pending: ['select'],
  log_entries: ['select'],
  log_subtrees: ['select'],
  log_checkpoints: ['select', 'delete'],
  log_cosignatures: ['select'],
  log_witnesses: ['select', 'insert', 'update'],
  witness_sets: ['select'],
  // Bets.
  bets: ['select'],
  bet_keys: ['select', 'delete'],
  bet_numbers_half: [],
  bet_numbers_one: [],
  bet_numbers_three: [],
  bet_cancellations: ['select'],
  bet_payouts: ['select'],
  settlement_parts: ['select'],
  contest_results: ['select'],
  hourly_totals: ['select'],
  // Statistics.
  player_sightings: ['select', 'insert'],
  activity_bitmaps: ['select', 'insert', 'update'],
  activity_folds: ['select', 'insert', 'update'],
  hourly_draws: ['select', 'insert', 'update'],
  // Support.
  documents: ['select', 'insert'],
  tickets: ['select', 'insert', 'update'],
  ticket_messages: ['select', 'insert'],
  ticket_notes: ['select', 'insert'],
  canned_answers: ['select', 'insert', 'update (name, text, version, changed_by, changed_at)', 'delete'],
  notifications: ['select', 'insert', 'update (read_at)', 'delete'],
  feedback: ['select', 'insert'],
  // About players.
  player_notes: ['select', 'insert'],
  player_flags: ['select', 'insert', 'delete'],
  play_safety_changes: ['select'],
};

/**
 * Every function that isn't a trigger function, and whether the application's role may call it. The others are called
 * by those functions, which run with the owner's rights.
 */
export const functionPrivileges: Readonly<Record<string, 'application' | 'owner'>> = {
  append_log_entry: 'owner',
  approval_needs_second_admin: 'application',
  audit_field: 'owner',
  appearance_order: 'owner',
  begin_log: 'application',
  bet_guard: 'owner',
  bet_leaves: 'owner',
  bet_numbers_of: 'owner',
  bets_root_of: 'application',
  bets_over_limits: 'owner',
  is_paused: 'owner',
  cancel_bets: 'application',
  chain_log_entry: 'application',
  clock_now: 'owner',
  close_account: 'application',
  close_contest: 'application',
  close_statement_day: 'application',
  closing_hindrance: 'owner',
  contest_log_entry: 'application',
  correct_balance: 'application',
  count_bets: 'application',
  covering_line: 'owner',
  db_now: 'application',
  decides_kind: 'owner',
  decide_contest: 'application',
  deposit_guard: 'application',
  end_play_money: 'owner',
  ended_seed: 'application',
  finish_contest: 'application',
  fix_bets_root: 'application',
  finish_void: 'application',
  grant_play_credit: 'application',
  hold_bets: 'application',
  hold_round: 'application',
  instant_text: 'owner',
  is_real_money: 'application',
  is_unclaimed: 'application',
  is_witnessed: 'application',
  lease_beacon_round: 'application',
  limit_in_force: 'owner',
  liabilities_log_entry: 'owner',
  lock_contest: 'application',
  lock_statements: 'application',
  lock_wallet: 'application',
  log_audit_head: 'application',
  log_hashes: 'application',
  log_root: 'application',
  log_verifiers: 'application',
  make_liabilities: 'application',
  needs_second_admin: 'application',
  match_statement_lines: 'application',
  merge_log: 'application',
  move_for_transaction: 'application',
  open_contest: 'application',
  open_session: 'application',
  open_wallet: 'application',
  archive_month: 'owner',
  refuse_open_month: 'owner',
  make_month: 'owner',
  make_months: 'application',
  override_contest: 'application',
  payout: 'application',
  payout_account_key: 'application',
  is_settled_owner: 'application',
  loosens_threshold: 'owner',
  reference_holder: 'application',
  reference_key: 'application',
  payout_hold: 'application',
  payout_table_id: 'application',
  payout_table_log_entry: 'application',
  period_start: 'owner',
  placed_bet: 'owner',
  place_numbered_bets: 'application',
  play_by_day: 'application',
  post_transfer: 'owner',
  public_leaves: 'application',
  publish_void_seed: 'application',
  record_audit: 'application',
  refund_void_bets: 'application',
  refuse_bare_forfeit: 'owner',
  refuse_bare_reset: 'owner',
  refuse_unpaid: 'owner',
  refuse_wrong_correction: 'owner',
  refuse_unrefunded: 'owner',
  refuse_wrong_unclaimed: 'owner',
  refuse_wrong_moves: 'owner',
  refuse_wrong_winner: 'owner',
  release_round: 'application',
  require_audit_row: 'owner',
  require_payments_admin: 'owner',
  require_second_admin: 'owner',
  confirmed_now: 'owner',
  request_step: 'owner',
  refuse_wrong_payout_step: 'owner',
  round_hold_key: 'owner',
  rupees_text: 'owner',
  settings_log_entry: 'application',
  settle_parts: 'application',
  statement_day_figures: 'application',
  store_cosignature: 'application',
  store_log_checkpoint: 'application',
  take_token: 'application',
  tree_hash: 'application',
  turn_month: 'owner',
  unclaimed_receipt: 'application',
  unclaimed_total: 'application',
  void_contest: 'application',
  publish_ended_seed: 'application',
  seed_to_lock: 'application',
  right_number: 'application',
  set_timelock: 'application',
  store_beacon_round: 'application',
  stored_seed: 'owner',
  void_unfair_contest: 'application',
  void_waiting_contest: 'application',
  may_void_waiting: 'owner',
  waiting_stakes: 'application',
  wallet_for_update: 'owner',
  witness_set_id: 'application',
  witnessed_checkpoints: 'owner',
  confirmations_of_root: 'owner',
};

/**
 * Grants `appRole` the privileges listed above and revokes every other, and revokes from PUBLIC what PostgreSQL grants
 * to every role. For use inside the migration's transaction, after the functions. Without `appRole` (one role for
 * everything) only PUBLIC's privileges are revoked. Does nothing when all privileges are already as required.
 */
export async function applyPrivileges(client: pg.Client, appRole: string | undefined): Promise<void> {
  await client.query(
    'create table if not exists drizzle.__applied_privileges (role text primary key, hash text not null)',
  );
  const role = appRole ?? '';
  await refuseMissingRole(client, appRole);
  const statements = privilegeStatements(await ownObjects(client), appRole);
  const applied = await client.query<{ hash: string }>(
    'select hash from drizzle.__applied_privileges where role = $1',
    [role],
  );
  if (applied.rows[0]?.hash !== (await stateOf(client, statements))) {
    await client.query(statements);
    await client.query(
      'insert into drizzle.__applied_privileges (role, hash) values ($1, $2) on conflict (role) do update set hash = excluded.hash',
      [role, await stateOf(client, statements)],
    );
  }
  await applyDatabasePrivileges(client, appRole);
}

async function refuseMissingRole(client: pg.Client, appRole: string | undefined): Promise<void> {
  if (appRole === undefined) return;
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [appRole]);
  if (rowCount === 0) throw new AppRoleError(`DATABASE_URL: the database has no role "${appRole}".`);
}

interface SqlObject {
  readonly kind: 'table' | 'sequence' | 'routine';
  readonly name: string;
  /** Qualified, quoted, and for a routine with the types of its parameters. */
  readonly identity: string;
}

/**
 * Objects that this program's migrations have created: not those of extensions or other programs in the same schema,
 * nor kept old signatures of functions that are no longer listed, which keep their privileges.
 */
async function ownObjects(client: pg.Client): Promise<SqlObject[]> {
  const { rows } = await client.query<SqlObject>(`
    select case relkind when 'S' then 'sequence' else 'table' end as kind, relname as name,
           format('%I.%I', nspname, relname) as identity
      from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'drizzle') and relkind in ('r', 'p', 'v', 'm', 'f', 'S') and pg_has_role(relowner, 'member')
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    union all
    select 'routine', proname, p.oid::regprocedure::text
      from pg_proc p join pg_namespace n on n.oid = pronamespace
     where nspname in ('public', 'drizzle') and pg_has_role(proowner, 'member')
       and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
     order by 1, 3`);
  const kept = await keptSignatures(client);
  return rows.filter(
    ({ kind, name, identity }) => kind !== 'routine' || name in functionPrivileges || !kept.has(identity),
  );
}

/** One text, hence one round trip. */
function privilegeStatements(objects: readonly SqlObject[], appRole: string | undefined): string {
  const role = appRole === undefined ? undefined : pg.escapeIdentifier(appRole);
  const revoked = role === undefined ? 'public' : `public, ${role}`;
  const statements = [
    `revoke all on schema public, drizzle from ${revoked}`,
    ...objects.map(({ kind, identity }) => `revoke all on ${kind} ${identity} from ${revoked}`),
    // Objects of a later release have no privileges until its own migration grants them.
    `alter default privileges revoke execute on routines from public`,
    revokeLargeObjects,
    ...(role === undefined ? [] : [`grant usage on schema public to ${role}`, ...grantsTo(role, objects)]),
  ];
  return statements.join(';\n');
}

function grantsTo(role: string, objects: readonly SqlObject[]): string[] {
  return objects.flatMap(({ kind, name, identity }) => {
    const granted =
      kind === 'table'
        ? (tablePrivileges[name] ?? [])
        : kind === 'routine' && functionPrivileges[name] === 'application'
          ? ['execute']
          : [];
    return granted.length === 0 ? [] : [`grant ${granted.join(', ')} on ${kind} ${identity} to ${role}`];
  });
}

/** Only a superuser, such as the embedded database's owner, can revoke PostgreSQL's own functions from PUBLIC. */
const revokeLargeObjects = `
  do $$
  declare
    v_function regprocedure;
  begin
    if (select rolsuper from pg_roles where rolname = current_user) then
      for v_function in
        select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
           and (proname ~ '^lo_' or proname in ('loread', 'lowrite')) loop
        execute format('revoke execute on function %s from public', v_function);
      end loop;
    end if;
  end $$`;

/** Privileges on the database itself, which a copy of it (from a template or a restored backup) doesn't inherit. */
async function applyDatabasePrivileges(client: pg.Client, appRole: string | undefined): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select current_database() as name from pg_database where datname = current_database()
        and (datacl is null or exists (select from aclexplode(datacl) where grantee = 0)
             or $1::name is not null and not has_database_privilege($1::name, oid, 'connect'))
        and pg_has_role(datdba, 'member')`,
    [appRole],
  );
  const [database] = rows;
  if (!database) return;
  const name = pg.escapeIdentifier(database.name);
  await client.query(`revoke all on database ${name} from public`);
  if (appRole !== undefined) await client.query(`grant connect on database ${name} to ${pg.escapeIdentifier(appRole)}`);
}

/** A hash of the statements and of all existing privileges; unchanged when applying them would change nothing. */
async function stateOf(client: pg.Client, statements: string): Promise<string> {
  const { rows } = await client.query<{ privileges: string }>(`
    select concat_ws(E'\\n',
      (select string_agg(concat_ws(' ', oid, relowner, relacl::text), ',' order by oid) from pg_class
        where relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))),
      (select string_agg(concat_ws(' ', attrelid, attnum, attacl::text), ',' order by attrelid, attnum) from pg_attribute
        where attacl is not null and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)),
      (select string_agg(concat_ws(' ', oid, proowner, prosecdef, proacl::text), ',' order by oid) from pg_proc
        where pronamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))),
      (select string_agg(concat_ws(' ', oid, nspowner, nspacl::text), ',' order by oid) from pg_namespace
        where nspname in ('public', 'drizzle'))) as privileges`);
  return createHash('sha256')
    .update(statements)
    .update(rows[0]?.privileges ?? '')
    .digest('hex');
}
