const NO_BETS = 'The sum of no bets: cancelBets answers a count of zero with a refusal and reads no amount.';
const NO_PARTS = 'The sum of no rows: a contest has at least one part, so that their number refuses it already.';

const NO_MOVES = 'Null where nothing moved: `not null` refuses no more than `not true` does.';
const NO_TABLE =
  'No stored table lets all ten numbers pay more than was staked, or as much: payout_table_id refuses it, and without stakes both choose all ten.';
const SAME_KEY = 'Another key for all alike: contests that share one only wait for each other.';
const FIRST_ID = 'Ids begin at 1.';
const NO_ROW = 'A row beyond the 130 values has no sum: its values are null.';

const NO_LIMITS = 'Only takes longer: where there is no limit, no bet is beyond one.';

const NOT_ZERO = 'balance_corrections_amount refuses an amount of zero.';

const FIRST_ROW = '`select into` takes the first row.';
const ONE_ACCOUNT = 'A wallet has one account of each kind.';
const NOT_AT_START =
  'A round is settled 30 seconds after its start at the earliest, and one that began the day before counts for that.';

const SHORT = 'Any length below 10 is refused.';

const BESIDE_INDEX = 'Adding or taking zero keeps the index from being used alike.';
const NO_FREE_CLOSED = 'A closed day has no unmatched lines, and takes no new ones.';
const BOUND_OF_SEARCH = 'Searches more than is paired: pairs are at most two days apart.';

const BENCH_CLOCK = 'The database’s clock is null in benches alone.';
const SAME_LOCK = 'Another key for all alike: who shares one only waits.';
const MONTH_OF_BETS =
  'The bounds name the partition of a contest’s bets, so that one is read; others find the same bets. Its first and last id are not reached.';
const LOG_HAS_ENTRY = 'A log has an entry from its beginning.';
const NO_HASHES = 'Null joins an array as an empty one does.';

const HOUSE = 'Null for an account of the house, which bool_and leaves out.';

const NO_LATER = 'The wait that is computed is between these bounds when a closing begins at its time.';
const OWN_KEY = 'A key of its own for each game and slot too, within the range of an integer.';

const NOT_LOADED = 'The test’s file can’t be loaded: Stryker counts failed tests, not files.';

/**
 * Mutants that survive because they can't matter, by function and key (as the runner prints it), each with the reason.
 * Whatever survives and isn't here makes the run fail.
 */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  close_contest: {
    "v_wait_ms := least(greatest(ceil(extract(epoch from v_contest.closes_at + interval '1.5 seconds' - db_now()) * 1000), 0), 1500); => v_wait_ms := least(greatest(ceil(extract(epoch from v_contest.closes_at + interval '1.5 seconds' - db_now()) * 1000), -1), 1500);":
      NO_LATER,
    "v_wait_ms := least(greatest(ceil(extract(epoch from v_contest.closes_at + interval '1.5 seconds' - db_now()) * 1000), 0), 1500); => v_wait_ms := least(greatest(ceil(extract(epoch from v_contest.closes_at + interval '1.5 seconds' - db_now()) * 1000), 0), 1501);":
      NO_LATER,
    'if v_wait_ms > 0 then => if v_wait_ms > 1 then': 'Does not wait one millisecond.',
  },
  round_hold_key: {
    'select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 1)::int => select ((p_slot % 500000001) * 4 + array_position(enum_range(null::game_type), p_game_type) - 1)::int':
      OWN_KEY,
    'select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 1)::int => select ((p_slot % 500000000) * 3 + array_position(enum_range(null::game_type), p_game_type) - 1)::int':
      OWN_KEY,
    'select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 1)::int => select ((p_slot % 500000000) * 4 - array_position(enum_range(null::game_type), p_game_type) - 1)::int':
      OWN_KEY,
    'select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 1)::int => select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) + 1)::int':
      OWN_KEY,
    'select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 1)::int => select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 2)::int':
      OWN_KEY,
    'select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 1)::int => select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 0)::int':
      OWN_KEY,
  },
  log_hashes: {
    "return coalesce((select array_agg(hash order by index) from log_entries where index >= p_from and index < p_to), '{}'); => return ((select array_agg(hash order by index) from log_entries where index >= p_from and index < p_to));":
      NO_HASHES,
    "return coalesce((select array_agg(hash order by index) from log_subtrees where level = p_level and index >= p_from and index < p_to), '{}'); => return ((select array_agg(hash order by index) from log_subtrees where level = p_level and index >= p_from and index < p_to));":
      NO_HASHES,
  },
  merge_log: {
    'if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20266, 0) then => if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20267, 0) then':
      SAME_LOCK,
    'if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20266, 0) then => if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20265, 0) then':
      SAME_LOCK,
    'if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20266, 0) then => if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20266, 1) then':
      SAME_LOCK,
    'if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20266, 0) then => if not exists (select from public_logs) or not pg_try_advisory_xact_lock(20266, -1) then':
      SAME_LOCK,
    'v_size := (select coalesce(max(index) + 1, 0) from log_entries); => v_size := (select (max(index) + 1) from log_entries);':
      LOG_HAS_ENTRY,
    'v_size := (select coalesce(max(index) + 1, 0) from log_entries); => v_size := (select coalesce(max(index) + 1, 1) from log_entries);':
      LOG_HAS_ENTRY,
    'v_size := (select coalesce(max(index) + 1, 0) from log_entries); => v_size := (select coalesce(max(index) + 1, -1) from log_entries);':
      LOG_HAS_ENTRY,
    'where v_size > (select coalesce(max(c.size), 0) from log_checkpoints c); => where v_size > (select coalesce(max(c.size), -1) from log_checkpoints c);':
      LOG_HAS_ENTRY,
  },
  bet_leaves: {
    'v_first_id bigint := (select bets_month * 1000000000000 from contests where contests.id = p_contest_id); => v_first_id bigint := (select bets_month * 999999999999 from contests where contests.id = p_contest_id);':
      MONTH_OF_BETS,
    'and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000 => and counted.id > v_first_id and counted.id < v_first_id + 1000000000000':
      MONTH_OF_BETS,
    'and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000 => and counted.id >= v_first_id and counted.id <= v_first_id + 1000000000000':
      MONTH_OF_BETS,
    'and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000 => and counted.id >= v_first_id and counted.id < v_first_id + 1000000000001':
      MONTH_OF_BETS,
    'and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000 => and counted.id >= v_first_id and counted.id < v_first_id + 999999999999':
      MONTH_OF_BETS,
    'and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000 => and counted.id > v_first_id and counted.id < v_first_id + 1000000000000 (2)':
      MONTH_OF_BETS,
    'and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000 => and counted.id >= v_first_id and counted.id <= v_first_id + 1000000000000 (2)':
      MONTH_OF_BETS,
    'and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000 => and counted.id >= v_first_id and counted.id < v_first_id + 1000000000001 (2)':
      MONTH_OF_BETS,
    'and counted.id >= v_first_id and counted.id < v_first_id + 1000000000000 => and counted.id >= v_first_id and counted.id < v_first_id + 999999999999 (2)':
      MONTH_OF_BETS,
  },
  make_liabilities: {
    'perform pg_advisory_xact_lock(20267, 0); => perform pg_advisory_xact_lock(20268, 0);': SAME_LOCK,
    'perform pg_advisory_xact_lock(20267, 0); => perform pg_advisory_xact_lock(20266, 0);': SAME_LOCK,
    'perform pg_advisory_xact_lock(20267, 0); => perform pg_advisory_xact_lock(20267, 1);': SAME_LOCK,
    'perform pg_advisory_xact_lock(20267, 0); => perform pg_advisory_xact_lock(20267, -1);': SAME_LOCK,
  },
  bets_root_of: {
    'from bet_leaves(p_contest_id, 0, 0, null); => from bet_leaves(p_contest_id, 1, 0, null);':
      'Rounds with a root go by the numbers of their bets, not by ids.',
    'from bet_leaves(p_contest_id, 0, 0, null); => from bet_leaves(p_contest_id, -1, 0, null);':
      'Rounds with a root go by the numbers of their bets, not by ids.',
    'from bet_leaves(p_contest_id, 0, 0, null); => from bet_leaves(p_contest_id, 0, -1, null);':
      'The numbers of bets begin at 1.',
  },
  void_waiting_contest: {
    'perform pg_advisory_xact_lock(20265, (beacon_round % 2147483647)::int) from contests where id = p_contest_id; => perform pg_advisory_xact_lock(20265, (beacon_round % 2147483648)::int) from contests where id = p_contest_id;':
      'Rounds of the beacon have smaller numbers until 2228.',
    'perform pg_advisory_xact_lock(20265, (beacon_round % 2147483647)::int) from contests where id = p_contest_id; => perform pg_advisory_xact_lock(20265, (beacon_round % 2147483646)::int) from contests where id = p_contest_id;':
      'Rounds of the beacon have smaller numbers until 2228.',
  },
  fix_bets_root: {
    'and id >= (select bets_month * 1000000000000 from contests where id = p_contest_id) => and id > (select bets_month * 1000000000000 from contests where id = p_contest_id)':
      MONTH_OF_BETS,
    'and id >= (select bets_month * 1000000000000 from contests where id = p_contest_id) => and id >= (select bets_month / 1000000000000 from contests where id = p_contest_id)':
      MONTH_OF_BETS,
    'and id >= (select bets_month * 1000000000000 from contests where id = p_contest_id) => and id >= (select bets_month * 999999999999 from contests where id = p_contest_id)':
      MONTH_OF_BETS,
    'and id < (select (bets_month + 1) * 1000000000000 from contests where id = p_contest_id)) then => and id <= (select (bets_month + 1) * 1000000000000 from contests where id = p_contest_id)) then':
      MONTH_OF_BETS,
    'and id < (select (bets_month + 1) * 1000000000000 from contests where id = p_contest_id)) then => and id < (select (bets_month + 2) * 1000000000000 from contests where id = p_contest_id)) then':
      MONTH_OF_BETS,
    'and id < (select (bets_month + 1) * 1000000000000 from contests where id = p_contest_id)) then => and id < (select (bets_month + 1) * 1000000000001 from contests where id = p_contest_id)) then':
      MONTH_OF_BETS,
    'and id < (select (bets_month + 1) * 1000000000000 from contests where id = p_contest_id)) then => and id < (select (bets_month + 1) * 999999999999 from contests where id = p_contest_id)) then':
      MONTH_OF_BETS,
    "where id = p_contest_id and state = 'CLOSED' and bets_root is null and coalesce(db_now() < ends_at, true); => where id = p_contest_id and state = 'CLOSED' and bets_root is null and (db_now() < ends_at);":
      BENCH_CLOCK,
  },
  store_log_checkpoint: {
    'insert into log_checkpoints (size, root, note, created_at) values (p_size, p_root, p_note, coalesce(db_now(), clock_timestamp())) => insert into log_checkpoints (size, root, note, created_at) values (p_size, p_root, p_note, (db_now()))':
      BENCH_CLOCK,
  },
  store_cosignature: {
    'insert into log_cosignatures (size, vkey, signed_at, received_at, line) values (p_size, p_vkey, p_signed_at, coalesce(db_now(), clock_timestamp()), p_line) => insert into log_cosignatures (size, vkey, signed_at, received_at, line) values (p_size, p_vkey, p_signed_at, (db_now()), p_line)':
      BENCH_CLOCK,
  },
  match_statement_lines: {
    'select max(day) into v_last_closed from statement_days where payee_id = p_payee_id; => select min(day) into v_last_closed from statement_days where payee_id = p_payee_id;':
      NO_FREE_CLOSED,
    "where payee_id = p_payee_id and state = 'unmatched' and (v_last_closed is null or day > v_last_closed)), => where payee_id = p_payee_id and state = 'unmatched' and (v_last_closed is null or day >= v_last_closed)),":
      NO_FREE_CLOSED,
    'where w.reference_key = token and w.amount + 0 = l.amount and w.payee_id + 0 = l.payee_id => where w.reference_key = token and w.amount - 0 = l.amount and w.payee_id + 0 = l.payee_id':
      BESIDE_INDEX,
    'where w.reference_key = token and w.amount + 0 = l.amount and w.payee_id + 0 = l.payee_id => where w.reference_key = token and w.amount + 0 = l.amount and w.payee_id - 0 = l.payee_id':
      BESIDE_INDEX,
    'where w.payout_claim = token and w.amount + 0 = l.amount => where w.payout_claim = token and w.amount - 0 = l.amount':
      BESIDE_INDEX,
    "range as (select min(moment) - interval '2 days' as first, max(moment) + interval '2 days' as last from lines), => range as (select min(moment) - interval '3 days' as first, max(moment) + interval '2 days' as last from lines),":
      BOUND_OF_SEARCH,
    "range as (select min(moment) - interval '2 days' as first, max(moment) + interval '2 days' as last from lines), => range as (select min(moment) - interval '2 days' as first, max(moment) + interval '3 days' as last from lines),":
      BOUND_OF_SEARCH,
  },
  deposit_guard: {
    'order by r.left_over, r.period desc limit 1; => order by r.left_over, r.period desc limit 2;': FIRST_ROW,
  },
  bet_guard: {
    'order by r.left_over, r.kind limit 1; => order by r.left_over, r.kind limit 2;': FIRST_ROW,
  },
  play_by_day: {
    "from (select generate_series(p_from, v_today - 1, interval '1 day')::date as d) days => from (select generate_series(p_from, v_today - 0, interval '1 day')::date as d) days":
      'Today is what is taken where no day is missing.',
    'if v_live < v_today and not exists ( => if v_live <= v_today and not exists (': 'Inserts no days.',
    'where r.player_id = p_player_id and r.settled_at >= v_since) r on r.played_on = d::date => where r.player_id = p_player_id and r.settled_at > v_since) r on r.played_on = d::date':
      NOT_AT_START,
    'where r.player_id = p_player_id and r.settled_at >= v_since and c.starts_at >= v_since => where r.player_id = p_player_id and r.settled_at > v_since and c.starts_at >= v_since':
      NOT_AT_START,
  },
  wallet_for_update: {
    "select max(id) filter (where kind = 'player_available'), max(balance) filter (where kind = 'player_available'), => select min(id) filter (where kind = 'player_available'), max(balance) filter (where kind = 'player_available'),":
      ONE_ACCOUNT,
    "select max(id) filter (where kind = 'player_available'), max(balance) filter (where kind = 'player_available'), => select max(id) filter (where kind = 'player_available'), min(balance) filter (where kind = 'player_available'),":
      ONE_ACCOUNT,
    "max(balance) filter (where kind = 'player_held') => min(balance) filter (where kind = 'player_held')": ONE_ACCOUNT,
  },
  correct_balance: {
    'case when p_amount > 0 then v_house else v_account end, case when p_amount > 0 then v_account else v_house end, => case when p_amount >= 0 then v_house else v_account end, case when p_amount > 0 then v_account else v_house end,':
      NOT_ZERO,
    'case when p_amount > 0 then v_house else v_account end, case when p_amount > 0 then v_account else v_house end, => case when p_amount > -1 then v_house else v_account end, case when p_amount > 0 then v_account else v_house end,':
      NOT_ZERO,
    'case when p_amount > 0 then v_house else v_account end, case when p_amount > 0 then v_account else v_house end, => case when p_amount > 0 then v_house else v_account end, case when p_amount >= 0 then v_account else v_house end,':
      NOT_ZERO,
    'case when p_amount > 0 then v_house else v_account end, case when p_amount > 0 then v_account else v_house end, => case when p_amount > 0 then v_house else v_account end, case when p_amount > -1 then v_account else v_house end,':
      NOT_ZERO,
  },
  refuse_wrong_correction: {
    '= (case when c.amount > 0 then house.id else own.id end, case when c.amount > 0 then own.id else house.id end)) then => = (case when c.amount >= 0 then house.id else own.id end, case when c.amount > 0 then own.id else house.id end)) then':
      NOT_ZERO,
    '= (case when c.amount > 0 then house.id else own.id end, case when c.amount > 0 then own.id else house.id end)) then => = (case when c.amount > -1 then house.id else own.id end, case when c.amount > 0 then own.id else house.id end)) then':
      NOT_ZERO,
    '= (case when c.amount > 0 then house.id else own.id end, case when c.amount > 0 then own.id else house.id end)) then => = (case when c.amount > 0 then house.id else own.id end, case when c.amount >= 0 then own.id else house.id end)) then':
      NOT_ZERO,
    '= (case when c.amount > 0 then house.id else own.id end, case when c.amount > 0 then own.id else house.id end)) then => = (case when c.amount > 0 then house.id else own.id end, case when c.amount > -1 then own.id else house.id end)) then':
      NOT_ZERO,
  },
  guard_round_proposal: {
    'perform hold_bets(new.subject_id); => null;': 'Only waits: the contest’s row is locked by the same bets.',
  },
  refund_void_bets: {
    'perform pg_advisory_xact_lock(20264, (p_contest_id % 2147483647)::int); => perform pg_advisory_xact_lock(20265, (p_contest_id % 2147483647)::int);':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20264, (p_contest_id % 2147483647)::int); => perform pg_advisory_xact_lock(20263, (p_contest_id % 2147483647)::int);':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20264, (p_contest_id % 2147483647)::int); => perform pg_advisory_xact_lock(20264, (p_contest_id % 2147483648)::int);':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20264, (p_contest_id % 2147483647)::int); => perform pg_advisory_xact_lock(20264, (p_contest_id % 2147483646)::int);':
      SAME_KEY,
    'order by a.id for no key update) a; => order by a.id) a;':
      'apply_transfers locks them too; here only in an order.',
    'v_first_id := v_contest.bets_month * 1000000000000; => v_first_id := v_contest.bets_month * 999999999999;':
      MONTH_OF_BETS,
    'and id >= v_first_id and id < v_first_id + 1000000000000 => and id > v_first_id and id < v_first_id + 1000000000000':
      MONTH_OF_BETS,
    'and id >= v_first_id and id < v_first_id + 1000000000000 => and id >= v_first_id and id <= v_first_id + 1000000000000':
      MONTH_OF_BETS,
    'and id >= v_first_id and id < v_first_id + 1000000000000 => and id >= v_first_id and id < v_first_id + 1000000000001':
      MONTH_OF_BETS,
    'and id >= v_first_id and id < v_first_id + 1000000000000 => and id >= v_first_id and id < v_first_id + 999999999999':
      MONTH_OF_BETS,
    'and id >= v_first_id and id < v_first_id + 1000000000000 => and id > v_first_id and id < v_first_id + 1000000000000 (2)':
      MONTH_OF_BETS,
    'and id >= v_first_id and id < v_first_id + 1000000000000 => and id >= v_first_id and id <= v_first_id + 1000000000000 (2)':
      MONTH_OF_BETS,
    'and id >= v_first_id and id < v_first_id + 1000000000000 => and id >= v_first_id and id < v_first_id + 1000000000001 (2)':
      MONTH_OF_BETS,
    'and id >= v_first_id and id < v_first_id + 1000000000000 => and id >= v_first_id and id < v_first_id + 999999999999 (2)':
      MONTH_OF_BETS,
  },
  closing_hindrance: {
    'select sum(balance) into v_owned from lock_wallet(p_player_id); => select max(balance) into v_owned from lock_wallet(p_player_id);':
      'No balance is negative: the sum is above zero where one is.',
  },
  audit_contest_override: {
    "select reason into v_reason from audit_log where subject_type = 'contest' and subject = new.game_id order by id desc limit 1; => select reason into v_reason from audit_log where subject_type = 'contest' and subject = new.game_id order by id desc limit 2;":
      FIRST_ROW,
    "if coalesce(char_length(btrim(v_reason)), 0) < 10 and v_reason is distinct from 'over REST' then => if coalesce(char_length(btrim(v_reason)), 1) < 10 and v_reason is distinct from 'over REST' then":
      SHORT,
    "if coalesce(char_length(btrim(v_reason)), 0) < 10 and v_reason is distinct from 'over REST' then => if coalesce(char_length(btrim(v_reason)), -1) < 10 and v_reason is distinct from 'over REST' then":
      SHORT,
  },
  close_account: {
    'case when v_guard.time_out_until > p_at then v_guard.time_out_until end, => case when v_guard.time_out_until >= p_at then v_guard.time_out_until end,':
      'What is over at p_at is not written.',
  },
  refuse_unpaid: {
    'select coalesce(sum(case when debit_account_id = c.account_id then amount else -amount end), 0) into v_moved => select coalesce(max(case when debit_account_id = c.account_id then amount else -amount end), 0) into v_moved':
      'One transfer at most: transfers_once_per_reference allows a contest no second result.',
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), (sum(bet_count)), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 1), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), -1), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), (sum(stakes)), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 1), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), -1), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), (sum(payouts))':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 1)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), -1)':
      NO_PARTS,
  },
  refuse_late_bets: {
    'select count(*), bool_or(open_contests.limits > 0), bool_and(open_contests.numbered), bool_and(open_contests.placed) => select count(*), bool_or(open_contests.limits >= 0), bool_and(open_contests.numbered), bool_and(open_contests.placed)':
      NO_LIMITS,
    'select count(*), bool_or(open_contests.limits > 0), bool_and(open_contests.numbered), bool_and(open_contests.placed) => select count(*), bool_or(open_contests.limits > -1), bool_and(open_contests.numbered), bool_and(open_contests.placed)':
      NO_LIMITS,
    'or exists (select from (select distinct b.contest_id, b.player_id, c.max_stake, c.bets_month * 1000000000000 as first_id from new_bets b join contests c on c.id = b.contest_id => or exists (select from (select b.contest_id, b.player_id, c.max_stake, c.bets_month * 1000000000000 as first_id from new_bets b join contests c on c.id = b.contest_id':
      'The same check made twice.',
  },
  refuse_wrong_moves: {
    'coalesce(bool_and(t.amount = v_request.amount and way.kind is not null and coalesce(d.player_id, v_request.player_id) = v_request.player_id and coalesce(c.player_id, v_request.player_id) = v_request.player_id), true) => (bool_and(t.amount = v_request.amount and way.kind is not null and coalesce(d.player_id, v_request.player_id) = v_request.player_id and coalesce(c.player_id, v_request.player_id) = v_request.player_id))':
      NO_MOVES,
    'and coalesce(d.player_id, v_request.player_id) = v_request.player_id => and (d.player_id) = v_request.player_id':
      HOUSE,
    'and coalesce(c.player_id, v_request.player_id) = v_request.player_id), true) => and (c.player_id) = v_request.player_id), true)':
      HOUSE,
  },
  check_wallet_transfers: {
    'from (select distinct reference_id from new_transfers => from (select reference_id from new_transfers':
      'The same check made twice.',
  },
  right_number: {
    'where c.rule_version = 1 or payouts <= v_staked or v_staked < all (c.outcome_payouts); => where c.rule_version = 1 or payouts <= v_staked or v_staked <= all (c.outcome_payouts);':
      NO_TABLE,
  },
  payout_table_id: {
    'or exists (select from generate_series(0, 12) selection => or exists (select from generate_series(-1, 12) selection':
      NO_ROW,
    'or exists (select from generate_series(0, 12) selection => or exists (select from generate_series(0, 13) selection':
      NO_ROW,
  },
  place_numbered_bets: {
    "and coalesce(v_now <= c.closes_at + interval '1.75 seconds', true) => and (v_now <= c.closes_at + interval '1.75 seconds')":
      BENCH_CLOCK,
    "select l.id from ledger_accounts l where l.kind = 'player_available' and l.player_id = player) is null then 'unknown_player' => select l.id from ledger_accounts l where l.kind <> 'player_available' and l.player_id = player) is null then 'unknown_player'":
      'open_wallet opens both accounts of a player at once.',
    'and (select min(u.received) from unnest(p_contests, p_received) u(contest, received) where u.contest = c.id) < c.closes_at => and (select min(u.received) from unnest(p_contests, p_received) u(contest, received) where u.contest = c.id) <= c.closes_at':
      'Locks a contest for bets that are answered "closed" all the same.',
  },
  settle_parts: {
    "perform set_config('synchronous_commit', 'off', true); => null;":
      'A part is on the disk earlier than it needs to be.',
    'perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int) => perform pg_advisory_xact_lock(20264, ((p_contest_id * 1000 + part) % 2147483647)::int)':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int) => perform pg_advisory_xact_lock(20262, ((p_contest_id * 1000 + part) % 2147483647)::int)':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int) => perform pg_advisory_xact_lock(20263, ((p_contest_id / 1000 + part) % 2147483647)::int)':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int) => perform pg_advisory_xact_lock(20263, ((p_contest_id * 1001 + part) % 2147483647)::int)':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int) => perform pg_advisory_xact_lock(20263, ((p_contest_id * 999 + part) % 2147483647)::int)':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int) => perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 - part) % 2147483647)::int)':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int) => perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483648)::int)':
      SAME_KEY,
    'perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int) => perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483646)::int)':
      SAME_KEY,
    'v_from := coalesce(v_contest.part_bounds[p_first], 0); => v_from := coalesce(v_contest.part_bounds[p_first], 1);':
      FIRST_ID,
    'v_from := coalesce(v_contest.part_bounds[p_first], 0); => v_from := coalesce(v_contest.part_bounds[p_first], -1);':
      FIRST_ID,
    'v_below := coalesce(v_contest.part_bounds[p_last + 1], 9223372036854775807); => v_below := coalesce(v_contest.part_bounds[p_last + 1], 9223372036854775806);':
      'No id is that large.',
  },
  guard_new_contest: {
    'select * into v_last from contests where game_type = new.game_type order by number desc limit 1; => select * into v_last from contests where game_type = new.game_type order by number desc limit 2;':
      'The first row is taken.',
    'or new.chain_index not between 1 and v_chain.length => or new.chain_index not between 0 and v_chain.length':
      'A commitment is missing at index 0, which refuses it already: no contest has index -1.',
  },
  cancel_bets: {
    'select count(*)::int, coalesce(sum(amount), 0)::bigint from live => select count(*)::int, (sum(amount))::bigint from live':
      NO_BETS,
    'select count(*)::int, coalesce(sum(amount), 0)::bigint from live => select count(*)::int, coalesce(sum(amount), 1)::bigint from live':
      NO_BETS,
    'select count(*)::int, coalesce(sum(amount), 0)::bigint from live => select count(*)::int, coalesce(sum(amount), -1)::bigint from live':
      NO_BETS,
  },
};

const UNREACHABLE = 'A default that the types ask for: the text always has this part.';

/** Mutants of the pure rules that survive because they can't matter, as ruleSurvivors names them, with the reason. */
export const EQUIVALENT_RULES: Readonly<Record<string, string>> = {
  'server/domain/contests/draw.ts: \'utf8\' => ""': 'Node takes an unknown empty encoding for UTF-8.',
  "server/domain/contests/draw.ts: { const utf8 = Buffer.from(text, 'utf8'); const length = Buffer.alloc(2); length.writeUInt16BE(utf8.length); return Buffer.concat([length, utf8]); } => {}":
    NOT_LOADED,
  'server/domain/contests/draw.ts: { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(value); return bytes; } => {}':
    NOT_LOADED,
  'server/domain/contests/draw.ts: { const bytes = Buffer.alloc(8); bytes.writeBigUInt64BE(BigInt(value)); return bytes; } => {}':
    NOT_LOADED,
  'server/domain/contests/gameTypes.ts: { sapreHalf: { lengthMs: 30 * SECOND, cutoffMs: 5 * SECOND }, sapreOne: { lengthMs: 60 * SECOND, cutoffMs: 30 * SECOND }, sapreThree: { lengthMs: 180 * SECOND, cutoffMs: 30 * SECOND }, } => {}':
    NOT_LOADED,
  'server/domain/contests/payouts.ts: `no payout for selection ${selection} on number ${number}` => ``':
    'The message of an error that no input leads to.',
  'server/domain/contests/rules.ts: ofA === ofB => false':
    '1 keeps the order of equal ones too: the sort moves an element forward for a negative result only.',
  'server/domain/contests/rules.ts: ofA > ofB => ofA >= ofB': 'Equal ones were answered before.',
  'server/domain/ground/values/money.ts: \'\' => "Stryker was here!"': UNREACHABLE,
  'server/domain/ground/values/money.ts: \'amount\' => ""':
    'Every caller whose amount is refused in a test names its field.',
  'server/domain/ground/values/money.ts: value < 0n => value <= 0n': '-0n is 0n.',
  'server/graphql/runtime/limits.ts: definition.kind !== Kind.OPERATION_DEFINITION => false':
    'Other definitions have no operation, which the second half skips.',
  'server/graphql/runtime/limits.ts: { nodes: definition } => {}': 'The place in an error, beside its message.',
  "server/http/callLimit.ts: perMinute === 'off' => false": 'A limiter of NaN a minute limits nothing.',
  'server/http/callLimit.ts: \'off\' => ""': 'A limiter of NaN a minute limits nothing.',
  'server/http/clients.ts: \'\' => "Stryker was here!"': UNREACHABLE,
  'server/http/clients.ts: ranges.length === 0 => false': 'An empty list contains no address.',
  'server/http/clients.ts: () => false => () => undefined': 'Used as a condition alone.',
  "server/http/clients.ts: [forwarded ?? []].flat().join(',').split(',').at(-1)?.trim => [forwarded ?? []].flat().join(',').split(',').at(-1).trim":
    UNREACHABLE,
  'server/http/clients.ts: [] => ["Stryker was here"]': 'No address either way.',
  'server/platform/addressRange.ts: \'\' => "Stryker was here!"': UNREACHABLE,
  'server/platform/network.ts: \'\' => "Stryker was here!"': UNREACHABLE,
  'server/http/clients.ts: isIP(peer) !== 0 => true': 'BlockList finds no address that is none.',
  'server/platform/network.ts: \':\' => ""': 'An IPv4 address is a single group.',
  "server/platform/network.ts: tail.split(':').filter(Boolean) => tail.split(':')":
    'An empty group stands behind the first four, which alone are used.',
  'server/platform/rateLimiter.ts: bucket.at > now => bucket.at >= now': 'Sets an instant to itself.',
};
