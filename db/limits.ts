/** Deadlines of one kind of connection, in milliseconds. 0: none. */
export interface ConnectionLimits {
  /** For making a connection, and for getting one out of a full pool. */
  readonly connectMs: number;
  /** Timeout for the answer to a statement, measured here: after it the connection is considered dead and destroyed. */
  readonly answerMs: number;
  /**
   * Timeout for a statement, measured by the server (statement_timeout). Shorter than `answerMs`, so that a slow
   * statement can be distinguished from a dead connection.
   */
  readonly statementMs: number;
  /** Timeout for a lock that another transaction holds (lock_timeout). */
  readonly lockMs: number;
  /**
   * Timeout between statements of an open transaction (idle_in_transaction_session_timeout): how long locks outlive the
   * server that held them.
   */
  readonly idleInTransactionMs: number;
  /** Timeout for a whole transaction, measured here: after it the connection is destroyed. */
  readonly transactionMs: number;
  /**
   * Timeout between statements outside a transaction (idle_session_timeout): when sessions of a vanished server end.
   */
  readonly idleMs: number;
}

const MINUTE = 60_000;

const limits = {
  /** Calls of the API: none may wait longer than its caller does. */
  api: {
    connectMs: 3_000,
    answerMs: 7_000,
    statementMs: 6_000,
    lockMs: 4_000,
    idleInTransactionMs: 4_000,
    transactionMs: 20_000,
    idleMs: MINUTE,
  },
  /**
   * Contest clock and settlement. They count and pay whole rounds: more time per statement, little idle time in
   * between.
   */
  clock: {
    connectMs: 3_000,
    answerMs: 9_000,
    statementMs: 8_000,
    lockMs: 4_500,
    idleInTransactionMs: 4_000,
    transactionMs: 15_000,
    idleMs: MINUTE,
  },
  /** Batches of bets, which never wait for a lock. */
  lane: {
    connectMs: 3_000,
    answerMs: 5_000,
    statementMs: 4_000,
    lockMs: 2_000,
    idleInTransactionMs: 4_000,
    transactionMs: 0,
    idleMs: MINUTE,
  },
  /** Single bets that wait for their player's account. */
  waitingBet: {
    connectMs: 3_000,
    answerMs: 7_000,
    statementMs: 6_000,
    lockMs: 5_000,
    idleInTransactionMs: 4_000,
    transactionMs: 0,
    idleMs: MINUTE,
  },
  /** The locks that hold rounds open for bets in time (hold_round), which never wait. */
  roundHold: {
    connectMs: 3_000,
    answerMs: 3_000,
    statementMs: 2_000,
    lockMs: 1_000,
    idleInTransactionMs: 4_000,
    transactionMs: 0,
    idleMs: MINUTE,
  },
  /** LISTEN. Its answers arrive at once or not at all. */
  listener: {
    connectMs: 5_000,
    answerMs: 3_000,
    statementMs: 3_000,
    lockMs: 2_000,
    idleInTransactionMs: 4_000,
    transactionMs: 0,
    idleMs: MINUTE,
  },
  /** Housekeeping: processes much data, and no caller waits for it. */
  background: {
    connectMs: 3_000,
    answerMs: 2 * MINUTE + 5_000,
    statementMs: 2 * MINUTE,
    lockMs: 4_500,
    idleInTransactionMs: 4_000,
    transactionMs: 10 * MINUTE,
    idleMs: MINUTE,
  },
  /** The nightly audit: reads the whole history in one transaction, and nothing waits for it. */
  audit: {
    connectMs: 3_000,
    answerMs: 61 * MINUTE,
    statementMs: 60 * MINUTE,
    lockMs: 4_500,
    idleInTransactionMs: MINUTE,
    transactionMs: 180 * MINUTE,
    idleMs: MINUTE,
  },
  /** Migrations, audits and other operator commands, which the operator can stop: no limit. */
  command: {
    connectMs: 10_000,
    answerMs: 0,
    statementMs: 0,
    lockMs: 0,
    idleInTransactionMs: MINUTE,
    transactionMs: 0,
    idleMs: 0,
  },
} as const satisfies Record<string, ConnectionLimits>;

export type ConnectionPurpose = keyof typeof limits;

/** The deadlines of connections for `purpose`, each multiplied by `scale` (below 1 in tests of timeouts). */
export function limitsFor(purpose: ConnectionPurpose, scale = 1): ConnectionLimits {
  const chosen = limits[purpose];
  const scaled = Object.entries(chosen).map(([name, ms]) => [name, Math.ceil(ms * scale)] as const);
  return { ...chosen, ...Object.fromEntries(scaled) };
}

/** Session settings for each new connection, as SQL that any role may run: the server's side of the deadlines, and UTC. */
export function sessionSettings({ statementMs, lockMs, idleInTransactionMs, idleMs }: ConnectionLimits): string {
  return Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    idle_session_timeout: idleMs,
    // When an answer can't be delivered, the transaction's locks are held until the server's system closes the
    // connection.
    tcp_user_timeout: TCP_USER_TIMEOUT_MS,
    // Most queries finish before parallel workers have started, and the workers would take cores from bets.
    max_parallel_workers_per_gather: 0,
    // Where there is summer time, 30 days are not always 720 hours, and rules compare instants with sums of days.
    timezone: `'UTC'`,
  })
    .map(([name, value]) => `set ${name} = ${value}`)
    .join(';');
}

const TCP_USER_TIMEOUT_MS = 10_000;

/** Connections of one server in total. An operator's database must allow at least this many per server. */
const CONNECTION_BUDGET = 26;
const LISTENER = 1;
const ROUND_HOLD = 1;
/** For bets that wait for an account. */
const WAITING_BETS = 2;
/** Turns of three games, and two settlement parts at a time. */
const CLOCK = 5;
const BACKGROUND = 1;
const MAX_LANES = 8;

/** How a server's connections are divided. */
export interface ConnectionBudget {
  readonly listener: number;
  readonly roundHold: number;
  readonly waitingBets: number;
  readonly clock: number;
  readonly background: number;
  readonly lanes: number;
  readonly api: number;
}

/** The budget for a database machine with this many cores, which the batch lanes keep busy. */
export function connectionBudget(cores: number): ConnectionBudget {
  const lanes = Math.min(MAX_LANES, Math.max(2, cores));
  const api = CONNECTION_BUDGET - LISTENER - ROUND_HOLD - WAITING_BETS - CLOCK - BACKGROUND - lanes;
  return {
    listener: LISTENER,
    roundHold: ROUND_HOLD,
    waitingBets: WAITING_BETS,
    clock: CLOCK,
    background: BACKGROUND,
    lanes,
    api,
  };
}
