/** Deadlines of one kind of connection, in milliseconds. 0: none. */
export interface ConnectionLimits {
  /** For making a connection, and for getting one out of a full pool. */
  readonly connectMs: number;
  /** For the answer to a statement, measured here: past it the connection is taken for dead and cut. */
  readonly answerMs: number;
  /** For a statement, measured by the server (statement_timeout). Shorter than `answerMs`, so that a slow statement is told from a dead connection. */
  readonly statementMs: number;
  /** For a lock that another transaction holds (lock_timeout). */
  readonly lockMs: number;
  /** For the next statement of an open transaction (idle_in_transaction_session_timeout): how long the locks of a server that vanished outlive it. */
  readonly idleInTransactionMs: number;
  /** For a whole transaction, measured here: past it the connection is cut. */
  readonly transactionMs: number;
  /** For the next statement outside a transaction (idle_session_timeout): when the sessions of a server that vanished end. */
  readonly idleMs: number;
}

const MINUTE = 60_000;

const limits = {
  /** Calls of the API: none may wait longer than a caller does. */
  api: {
    connectMs: 3_000,
    answerMs: 7_000,
    statementMs: 6_000,
    lockMs: 4_000,
    idleInTransactionMs: 4_000,
    transactionMs: 20_000,
    idleMs: MINUTE,
  },
  /** Contest clock and settlement. They count and pay whole rounds: more time for a statement, none to think between two. */
  clock: {
    connectMs: 3_000,
    answerMs: 9_000,
    statementMs: 8_000,
    lockMs: 4_500,
    idleInTransactionMs: 4_000,
    transactionMs: 15_000,
    idleMs: MINUTE,
  },
  /** Batches of bets, which wait for no lock. */
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
  /** LISTEN. Its answers come at once or not at all. */
  listener: {
    connectMs: 5_000,
    answerMs: 3_000,
    statementMs: 3_000,
    lockMs: 2_000,
    idleInTransactionMs: 4_000,
    transactionMs: 0,
    idleMs: MINUTE,
  },
  /** Housekeeping: works through much data, and no caller waits for it. */
  background: {
    connectMs: 3_000,
    answerMs: 2 * MINUTE + 5_000,
    statementMs: 2 * MINUTE,
    lockMs: 4_500,
    idleInTransactionMs: 4_000,
    transactionMs: 10 * MINUTE,
    idleMs: MINUTE,
  },
  /** Migrations, audits and other commands of an operator, who can stop them: as long as they take. */
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

/** The deadlines of connections for `purpose`, each multiplied by `scale`: below 1 for tests of what happens when they pass. */
export function limitsFor(purpose: ConnectionPurpose, scale = 1): ConnectionLimits {
  const chosen = limits[purpose];
  const scaled = Object.entries(chosen).map(([name, ms]) => [name, Math.ceil(ms * scale)] as const);
  return { ...chosen, ...Object.fromEntries(scaled) };
}

/** What each connection sets once it is made, as SQL that any role may run: the server's side of its deadlines. */
export function sessionSettings({ statementMs, lockMs, idleInTransactionMs, idleMs }: ConnectionLimits): string {
  return Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    idle_session_timeout: idleMs,
    // An answer that can't be delivered holds its transaction's locks until the server's system gives up on the connection.
    tcp_user_timeout: TCP_USER_TIMEOUT_MS,
    // Most of what is asked is answered before parallel workers have started; all of them would take their cores from bets.
    max_parallel_workers_per_gather: 0,
  })
    .map(([name, value]) => `set ${name} = ${value}`)
    .join(';');
}

const TCP_USER_TIMEOUT_MS = 10_000;

/** Connections of one server in all. An operator gives its database at least so many for each server. */
const CONNECTION_BUDGET = 25;
const LISTENER = 1;
/** Bets that wait for an account. */
const WAITING_BETS = 2;
/** Three games' turns, and two parts of a round being paid. */
const CLOCK = 5;
const BACKGROUND = 1;
const MOST_LANES = 8;

/** How a server's connections are divided. */
export interface ConnectionBudget {
  readonly listener: number;
  readonly waitingBets: number;
  readonly clock: number;
  readonly background: number;
  readonly lanes: number;
  readonly api: number;
}

/** The division for a database's machine of so many cores, which lanes of bets keep busy. */
export function connectionBudget(cores: number): ConnectionBudget {
  const lanes = Math.min(MOST_LANES, Math.max(2, cores));
  const api = CONNECTION_BUDGET - LISTENER - WAITING_BETS - CLOCK - BACKGROUND - lanes;
  return { listener: LISTENER, waitingBets: WAITING_BETS, clock: CLOCK, background: BACKGROUND, lanes, api };
}
