/**
 * What becomes of a column that belongs to a player: `exported` in the section of that name (personalSections.ts); `erased` when the
 * account is closed (close_account.sql), emptied or with its row; or kept all the same, `because`.
 */
export interface ColumnFate {
  readonly exported?: string;
  readonly erased?: true;
  readonly because?: string;
}

/** A table's columns by name. */
type Fates = Readonly<Record<string, ColumnFate>>;

const KEY = 'A number that links rows of one player, without meaning outside';
const BOOKS = 'The books must add up, and are kept by law';
const DECIDER = 'About the operator’s staff, who answer for what they decided';
const SECRET = 'A secret or a hash: it would be of use to a thief alone';
const SAFETY = 'Limits and exclusions hold beyond the account';
const HOUSE = 'The operator’s own reasons, which a player could use to go round them';

const books = (exported: string): ColumnFate => ({ exported, because: BOOKS });
const both = (exported: string): ColumnFate => ({ exported, erased: true });
const key: ColumnFate = { because: KEY };
const decider: ColumnFate = { because: DECIDER };
const secret: ColumnFate = { erased: true, because: SECRET };
const erased: ColumnFate = { erased: true };
/** Columns with one fate, their names parted by spaces. */
const each = (names: string, fate: ColumnFate): Fates =>
  Object.fromEntries(names.split(' ').map((name) => [name, fate]));

/**
 * Every table that holds something of a player, with the fate of each column. A test compares it, together with `notPersonal`, with the
 * database's catalog: a new table or column needs its line here.
 */
export const personalTables: Readonly<Record<string, Fates>> = {
  users: {
    id: key,
    uid: { exported: 'profile', because: 'The books and the audit log name a closed account by it' },
    email: both('profile'),
    name: both('profile'),
    avatar: both('profile'),
    language: { exported: 'profile', because: 'Of two languages one: it tells nothing about a person' },
    status: books('profile'),
    created_at: books('profile'),
    deactivated_at: books('profile'),
    deactivation_reason: both('profile'),
    password_hash: secret,
    user_type: { because: 'A player has the one type of players' },
    is_primary: { because: 'Of admins' },
    roles: { because: 'Of admins' },
    owner_since: { because: 'Of admins' },
    password_mailed: { because: 'Whether a password was chosen' },
    closed_at: { because: 'That it is closed' },
    simulated: { because: 'Set of players who are no people' },
  },
  sessions: {
    created_at: books('sessions'),
    last_seen_at: books('sessions'),
    expires_at: books('sessions'),
    ended_at: books('sessions'),
    end_reason: books('sessions'),
    user_agent: both('sessions'),
    address: both('sessions'),
    refresh_hash: { because: 'Of a session that has ended: no token fits' },
    id: key,
    user_id: key,
    audited: { because: 'Whether the audit log has a row of it' },
  },
  known_devices: {
    created_at: both('knownDevices'),
    last_used_at: both('knownDevices'),
    expires_at: both('knownDevices'),
    ...each('token_hash user_id', secret),
  },
  link_tokens: {
    ...each('id user_id purpose secret_hash target created_at expires_at used_at session_id link_id uses', secret),
  },
  second_factors: {
    confirmed_at: both('secondFactor'),
    ...each('id user_id secret key_id created_at last_step', secret),
  },
  recovery_codes: { ...each('factor_id code_hash used_at', secret) },
  mails: {
    created_at: both('mails'),
    sent_at: both('mails'),
    subject: both('mails'),
    ...each('id recipient body attempts next_attempt_at last_error key_id money_mode public_url', erased),
  },
  notifications: {
    created_at: both('notifications'),
    read_at: both('notifications'),
    kind: both('notifications'),
    data: both('notifications'),
    ...each('id user_id cause', erased),
  },
  feedback: {
    created_at: books('feedback'),
    rating: { exported: 'feedback', because: 'A number without its words' },
    text: both('feedback'),
    ...each('id player_id', key),
  },
  tickets: {
    created_at: books('tickets'),
    title: { exported: 'tickets', because: 'One of a list of ten' },
    description: both('tickets'),
    status: books('tickets'),
    resolved_at: books('tickets'),
    document_id: erased,
    unread: erased,
    id: key,
    player_id: key,
    updated_at: { because: 'When the operator worked on it' },
    handled_at: { because: 'When the operator worked on it' },
    handed_at: { because: 'When the operator worked on it' },
    handed_team: { because: 'Who of the operator works on it' },
    waiting_since: { because: 'When a message was written, which is exported' },
    resolved_by: decider,
    assignee_id: decider,
    handed_by: decider,
    handed_admin_id: decider,
  },
  ticket_messages: {
    created_at: books('tickets'),
    author_id: books('tickets'),
    message: both('tickets'),
    document_id: erased,
    ...each('id ticket_id', key),
  },
  ticket_notes: {
    text: { erased: true, because: HOUSE },
    created_at: { because: HOUSE },
    ...each('id ticket_id author_id', decider),
  },
  documents: {
    created_at: both('documents'),
    uploaded_by: both('documents'),
    media_type: both('documents'),
    name: both('documents'),
    content: both('documents'),
    ...each('id owner_id', erased),
  },
  player_notes: {
    text: { erased: true, because: HOUSE },
    ...each('id player_id author_id created_at', { because: HOUSE }),
  },
  player_flags: { ...each('player_id flag reason set_by set_at', { because: HOUSE }) },
  payout_freezes: {
    ...each('id player_id extends_id reason made_by made_at ends_at ended_by ended_at end_reason', { because: HOUSE }),
  },
  blocked_payout_accounts: {
    ...each(
      'id account_key upi_id account_number ifsc_code reason blocked_by blocked_at lifted_by lifted_at lift_reason',
      { because: HOUSE },
    ),
  },
  signals: {
    ...each(
      'id kind cause_hash players score evidence first_seen_at last_seen_at detected_at state reason decided_by decided_at',
      { because: HOUSE },
    ),
  },
  excluded_device_uses: { ...each('player_id excluded_id first_at last_at', { erased: true, because: HOUSE }) },
  wallet_transactions: {
    created_at: books('transactions'),
    transaction_type: books('transactions'),
    channel: books('transactions'),
    status: books('transactions'),
    amount: books('transactions'),
    requested_amount: books('transactions'),
    reference: books('transactions'),
    upi_id: books('transactions'),
    account_number: books('transactions'),
    ifsc_code: books('transactions'),
    account_holder_name: books('transactions'),
    message: books('transactions'),
    payout_reference: books('transactions'),
    denial_reason: books('transactions'),
    decided_at: books('transactions'),
    id: key,
    player_id: key,
    updated_at: { because: BOOKS },
    payee_id: { because: 'The operator’s account' },
    payout_claim: { because: 'The reference, as it is compared' },
    credit_claim: { because: 'The reference, as it is compared' },
    ...each('reference_key reference_scope key_clashes', { because: 'The reference, as it is compared' }),
    ...each('covering_line_id credited_line_id', { because: 'The line of the operator’s bank' }),
    ...each('reopened_at approved_at returned_at', { because: BOOKS }),
    ...each('approved_by returned_by', decider),
    decided_by: decider,
    proposed_by: decider,
    decided_alone_at: decider,
  },
  transaction_claims: { ...each('transaction_id admin_id until', decider) },
  ledger_accounts: {
    kind: books('wallet'),
    balance: books('wallet'),
    guarded: { because: SAFETY },
    ...each('id player_id', key),
  },
  transfers: {
    ...each('id debit_account_id credit_account_id amount kind reference_id created_at', { because: BOOKS }),
  },
  play_credits: {
    created_at: books('playCredits'),
    amount: books('playCredits'),
    ...each('id player_id claimed_on', { because: BOOKS }),
  },
  play_resets: { created_at: books('playMoneyEnded'), amount: books('playMoneyEnded'), player_id: key },
  play_forfeits: { ...each('player_id amount created_at', { because: BOOKS }) },
  balance_corrections: {
    created_at: books('corrections'),
    amount: books('corrections'),
    message: books('corrections'),
    id: key,
    player_id: key,
    reason: { because: HOUSE },
    evidence: { because: HOUSE },
    ...each('made_by checked_by proposal_id decided_alone_at', decider),
  },
  contest_results: {
    contest_id: books('rounds'),
    settled_at: books('rounds'),
    bet_count: books('rounds'),
    bet_amount: books('rounds'),
    win_amount: books('rounds'),
    player_id: key,
  },
  bets: {
    contest_id: books('bets'),
    placed_at: books('bets'),
    selection: books('bets'),
    amount: books('bets'),
    balance_after: { because: BOOKS },
    ...each('id player_id number', key),
  },
  bet_cancellations: { bet_id: books('bets'), ...each('contest_id created_at', { because: BOOKS }) },
  bet_payouts: { bet_id: books('bets'), amount: books('bets') },
  bet_keys: { ...each('player_id key bet_id created_at', { because: 'Deleted after 7 days, and random' }) },
  idempotency_keys: {
    ...each('user_id operation key fingerprint answer created_at', { because: 'Deleted after 7 days' }),
  },
  play_limits: {
    kind: books('limits'),
    period: books('limits'),
    amount: books('limits'),
    next_amount: books('limits'),
    next_at: books('limits'),
    player_id: key,
  },
  play_guards: {
    time_out_until: { exported: 'pauses', because: SAFETY },
    excluded_at: { exported: 'pauses', because: SAFETY },
    excluded_until: { exported: 'pauses', because: SAFETY },
    reality_minutes: { exported: 'pauses', because: SAFETY },
    answered_at: { exported: 'pauses', because: SAFETY },
    played_since: { exported: 'pauses', because: SAFETY },
    played_at: { exported: 'pauses', because: SAFETY },
    player_id: key,
  },
  play_safety_changes: {
    at: { exported: 'limitChanges', because: SAFETY },
    setting: { exported: 'limitChanges', because: SAFETY },
    kind: { exported: 'limitChanges', because: SAFETY },
    period: { exported: 'limitChanges', because: SAFETY },
    amount: { exported: 'limitChanges', because: SAFETY },
    effective_at: { exported: 'limitChanges', because: SAFETY },
    until: { exported: 'limitChanges', because: SAFETY },
    minutes: { exported: 'limitChanges', because: SAFETY },
    ...each('id player_id', key),
  },
  play_days: { ...each('player_id day staked returned', { because: 'Sums of results, for limits' }) },
  excluded_emails: { ...each('email_hash until', { because: SAFETY }) },
  player_sightings: { first_seen_at: books('activeHalfHours'), ...each('half_hour player_id', key) },
  activity_bitmaps: {
    ...each('scope grain starts_at chunk players', { because: 'Who was active, as bits for counting' }),
  },
  liability_nodes: {
    ...each('day level place player_id total hash', {
      because: 'What was owed to whom, as it was published in hashes',
    }),
  },
  audit_log: {
    at: books('auditLog'),
    action: books('auditLog'),
    actor_id: books('auditLog'),
    subject: { because: 'The UID of a player, or an id' },
    ...each('id subject_type before after reason previous_hash hash transaction_id', {
      because: 'Insert-only: ids, keyed hashes and what staff decided',
    }),
  },
  proposals: {
    ...each(
      'id kind subject_id subject_type subject amount payload maker_id created_at expires_at status checker_id decided_at first_told_at last_told_at',
      decider,
    ),
  },
  alerts: {
    ...each('id kind subject data opened_at ended_at acknowledged_by acknowledged_at', {
      because: 'Figures and ids for staff',
    }),
  },
  statement_lines: {
    ...each(
      'id payee_id statement_id day at direction amount description reference tokens line_hash ordinal state transaction_id aside_kind reason decided_by changed_at credit_key',
      { because: 'The operator’s bank statement' },
    ),
  },
  payout_batch_items: {
    ...each('id batch_id position transaction_id outcome reason decided_by decided_at', { because: BOOKS }),
  },
  statement_day_transactions: { ...each('transaction_id payee_id day', { because: BOOKS }) },
  token_buckets: { ...each('key full_at', { because: 'Deleted as soon as they are full: keyed hashes' }) },
  download_files: {
    ...each('link_id state media_type name kept read_at', {
      because: 'Deleted with its link, minutes after it was made',
    }),
  },
  download_pieces: {
    ...each('link_id starts_at content', { because: 'Deleted with its link, minutes after it was made' }),
  },
};

/** Tables without anything of a player, by what they hold. */
export const notPersonal: Readonly<Record<string, readonly string[]>> = {
  'rounds, their draws and figures': [
    'archived_months',
    'archived_moves',
    'beacon_rounds',
    'chain_checkpoints',
    'chains',
    'contest_exposures',
    'contest_secrets',
    'contests',
    'hourly_draws',
    'hourly_totals',
    'payout_tables',
    'settlement_parts',
    'void_notices',
  ],
  'the public log and what is published': [
    'liability_days',
    'log_checkpoints',
    'log_cosignatures',
    'log_entries',
    'log_pending',
    'log_subtrees',
    'log_witnesses',
    'public_logs',
    'receipt_keys',
    'verifier_releases',
    'witness_sets',
  ],
  'the operator’s settings, accounts and work': [
    'alert_thresholds',
    'announcements',
    'book_audits',
    'canned_answers',
    'daily_report_choices',
    'daily_reports',
    'doctor_runs',
    'game_limits',
    'game_settings',
    'pauses',
    'payees',
    'payment_settings',
    'payout_batches',
    'payout_layouts',
    'reports',
    'saved_filters',
    'second_admin_thresholds',
    'setup_choices',
    'statement_balances',
    'statement_banks',
    'statement_days',
    'statements',
    'unclaimed_moves',
  ],
  'the server’s own': ['activity_folds', 'money_mode', 'real_money', 'server_secrets'],
};
