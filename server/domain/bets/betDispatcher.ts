import pg from 'pg';
import { endWithin } from '../../../db/deadline.ts';
import { isDiskFull, isUnavailable, UnavailableError } from '../../../db/unavailable.ts';
import type { Span } from '../../platform/tracing.ts';
import type { BetAnswers, BetToPlace } from '../ground/rounds/betPlacer.ts';
import { placeBets, type Verdict } from './betStatement.ts';
import { BetQueue } from './betQueue.ts';
import { verdictForDuplicate, groupByKey, type WaitingBet } from './waitingBet.ts';

/** A larger batch has no further benefit and delays its last bet. */
const MAX_BATCH = 256;
/** Fewer bets are not divided among lanes: a statement costs about as much as a dozen bets in it. */
const MIN_SHARE = 32;
/** Backoff before a bet is retried whose player's account or contest was locked by another transaction. */
const BUSY_BACKOFF_MS = 4;
/** After this many retries it waits for the account's lock in the database instead. */
const MAX_BUSY_TRIES = 5;
/** Backoff of a lane after consecutive failures: doubled with each, up to the maximum. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 250;

/** Timeouts and intervals, in milliseconds. */
export interface DispatcherTimes {
  /** Timeout of a bet, from its arrival. */
  readonly maxWaitMs: number;
  /** Interval between checks of idle lanes, whose connections may be dead, and of bets that have timed out. */
  readonly heartbeatMs: number;
  /** A lane without an answer for this long is late. */
  readonly lateMs: number;
  /** Lanes none of which has had an answer for this long have none: no shorter than the deadline of a statement. */
  readonly deadMs: number;
}

export const dispatcherTimes: DispatcherTimes = { maxWaitMs: 10_000, heartbeatMs: 2_000, lateMs: 2_000, deadMs: 6_000 };

export interface DispatcherOptions {
  /** Number of concurrent batches, each on a connection of its own. */
  lanes: number;
  /** Opens a lane's connection. */
  connect: () => Promise<pg.Client>;
  /** Connections for the pessimistic path, on which single bets may wait for locks without delaying others. */
  pessimistic: pg.Pool;
  /** Called with each statement's placed bets after its commit, and with its span where one of its bets is traced. */
  onPlaced: (bets: BetToPlace[], span: Span | undefined) => void;
  /** Called with transient errors after which bets are retried. */
  onRecovered: (error: unknown) => void;
  /** Called after each statement with the number of its bets, and how long it took. */
  onBatch: (size: number, ms: number) => void;
  times?: DispatcherTimes;
}

interface Verdicts {
  /** The verdict on each bet of a batch; null where another bet with the same key must be decided first. */
  byBet: Map<WaitingBet, Verdict | null>;
  /** The statement's. */
  span: Span | undefined;
}

interface Lane {
  client: pg.Client | undefined;
  /** Whether it has a batch in flight or is about to take one. */
  running: boolean;
  /** When its statement in flight was sent, or its connection attempt began. */
  sentAt: number | undefined;
  /** When the first of its attempts was sent that has had no answer since. */
  since: number | undefined;
  /** Number of consecutive failures. */
  failures: number;
}

/**
 * Distributes waiting bets over free lanes, in equal shares of those that wait and are in flight. So a bet waits for
 * the first lane that becomes free, and two lanes never need the same player's account: a bet whose player is in
 * another lane's batch waits for that batch. See betBatcher.ts.
 */
export class BetDispatcher {
  readonly #options: DispatcherOptions;
  readonly #queue = new BetQueue();
  readonly #lanes: Lane[];
  readonly #times: DispatcherTimes;
  readonly #heartbeat: NodeJS.Timeout;
  /** Lanes that are about to take a batch. */
  #gathering = 0;
  /** When a lane last had an answer of the database, also a refusal. */
  #answeredAt = 0;
  #inFlight = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#times = options.times ?? dispatcherTimes;
    this.#lanes = Array.from({ length: options.lanes }, () => ({
      client: undefined,
      running: false,
      sentAt: undefined,
      since: undefined,
      failures: 0,
    }));
    this.#heartbeat = setInterval(() => this.#beat(), this.#times.heartbeatMs);
    this.#heartbeat.unref();
  }

  /** In time: every lane's last statement was answered, and none is late. */
  get answers(): BetAnswers {
    const now = performance.now();
    const isLate = ({ failures, sentAt = now }: Lane) => failures > 0 || now - sentAt >= this.#times.lateMs;
    if (!this.#lanes.some(isLate)) return 'inTime';
    return now - Math.max(this.#answeredAt, this.#waitingSince()) < this.#times.deadMs ? 'late' : 'none';
  }

  /** When the first statement or attempt that has no answer yet was sent; before it lanes may have been idle for long. */
  #waitingSince(): number {
    return Math.min(...this.#lanes.map(({ since }) => since ?? Infinity).filter(Number.isFinite), performance.now());
  }

  add(waiting: WaitingBet): void {
    this.#queue.add(waiting);
    this.#start();
  }

  /** Opens all lanes' connections, so that no bet waits for one. Those that fail are opened by the first bet. */
  async open(): Promise<void> {
    await Promise.all(
      this.#lanes
        .filter(({ running, client }) => !running && client === undefined)
        .map(async (lane) => {
          lane.running = true;
          await this.#onLane(lane, () => Promise.resolve()).catch((error: unknown) => this.#options.onRecovered(error));
          lane.running = false;
        }),
    );
    this.#start();
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await Promise.all(this.#lanes.map(async ({ client }) => client && endWithin(client, this.#times.lateMs)));
  }

  /** Rejects bets that have timed out, and detects connections that died while idle. */
  #beat(): void {
    this.#rejectExpired();
    for (const lane of this.#lanes) {
      if (!lane.running && (lane.client !== undefined || lane.failures > 0)) void this.#probe(lane);
    }
  }

  async #probe(lane: Lane): Promise<void> {
    lane.running = true;
    await this.#onLane(lane, (client) => client.query('select 1')).catch(() => {});
    lane.running = false;
    this.#start();
  }

  /** Arrival time before which a bet has timed out now. */
  #expiryLimit(): number {
    return performance.now() - this.#times.maxWaitMs;
  }

  /** Starts a free lane, unless one is about to take a batch. */
  #start(): void {
    if (this.#gathering > 0 || this.#queue.length === 0) return;
    const lane = this.#lanes.find(({ running }) => !running);
    if (lane) void this.#serve(lane);
  }

  async #serve(lane: Lane): Promise<void> {
    lane.running = true;
    // Bets are taken once the lane has its connection: until then they wait for any lane.
    while (lane.client !== undefined || (await this.#connected(lane))) {
      // Lets everything that has arrived by now into the batch, without waiting for later bets.
      this.#gathering += 1;
      await new Promise((resolve) => setImmediate(resolve));
      this.#gathering -= 1;
      const batch = this.#queue.take(this.#share());
      if (batch.length === 0) break;
      this.#start();
      this.#inFlight += batch.length;
      await this.#place(lane, batch);
      this.#inFlight -= batch.length;
    }
    lane.running = false;
  }

  /** Opens the lane's connection, with a backoff after failures. False when no bet waits for it any more. */
  async #connected(lane: Lane): Promise<boolean> {
    while (lane.client === undefined) {
      if (this.#queue.length === 0) return false;
      // Other lanes may have working connections.
      this.#start();
      try {
        await this.#onLane(lane, () => Promise.resolve());
      } catch (error) {
        this.#rejectUnplaceable(error);
        this.#options.onRecovered(error);
        await this.#backOff(lane);
      }
    }
    return true;
  }

  /** Rejects the bets that have timed out; all, where the database refuses connections for good and no lane has one. */
  #rejectUnplaceable(error: unknown): void {
    const refused = isServerError(error) && this.#lanes.every(({ client }) => client === undefined);
    if (!refused) this.#rejectExpired(error);
    else for (const { reject } of this.#queue.takeExpired(Infinity)) reject(error);
  }

  async #backOff({ failures }: Lane): Promise<void> {
    const pauseMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  #rejectExpired(cause?: unknown): void {
    for (const { reject } of this.#queue.takeExpired(this.#expiryLimit()))
      reject(new UnavailableError(WAITED_TOO_LONG, { cause }));
  }

  /** Batch size of a lane: an equal share of all bets. */
  #share(): number {
    const fair = Math.ceil((this.#queue.length + this.#inFlight) / this.#lanes.length);
    return Math.min(MAX_BATCH, Math.max(MIN_SHARE, fair));
  }

  async #place(lane: Lane, batch: WaitingBet[]): Promise<void> {
    let verdicts: Verdicts;
    try {
      verdicts = await this.#onLane(lane, (client) => this.#execute(client, batch, { wait: false }));
    } catch (error) {
      await this.#recover(lane, batch, error);
      return;
    }
    this.#answer(batch, verdicts);
  }

  /** Runs a statement on the lane's connection, which is opened if needed, and tracks failures. */
  async #onLane<T>(lane: Lane, statement: (client: pg.Client) => Promise<T>): Promise<T> {
    lane.sentAt = performance.now();
    lane.since ??= lane.sentAt;
    try {
      lane.client ??= await this.#connect(lane);
      const answer = await statement(lane.client);
      lane.failures = 0;
      this.#answered(lane);
      return answer;
    } catch (error) {
      lane.failures = isServerError(error) ? 0 : lane.failures + 1;
      if (lane.failures === 0) this.#answered(lane);
      else {
        lane.client?.end().catch(() => {});
        lane.client = undefined;
      }
      throw error;
    } finally {
      lane.sentAt = undefined;
    }
  }

  #answered(lane: Lane): void {
    lane.since = undefined;
    this.#answeredAt = performance.now();
  }

  async #connect(lane: Lane): Promise<pg.Client> {
    const client = await this.#options.connect();
    const forget = () => {
      if (lane.client === client) lane.client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    return client;
  }

  /** Places all of `batch` in one statement. */
  async #execute(client: pg.ClientBase, batch: WaitingBet[], options: { wait: boolean }): Promise<Verdicts> {
    const groups = groupByKey(batch);
    const sentAt = performance.now();
    const span = statementSpan(batch);
    const results = await placeBets(
      client,
      groups.map(({ first }) => first.bet),
      options,
    ).catch((error: unknown) => {
      span?.end({}, true);
      throw error;
    });
    span?.end();
    this.#options.onBatch(groups.length, performance.now() - sentAt);
    const byBet: Verdicts['byBet'] = new Map();
    groups.forEach(({ first, duplicates }, index) => {
      const verdict = results[index] as Verdict;
      byBet.set(first, verdict);
      for (const duplicate of duplicates) byBet.set(duplicate, verdictForDuplicate(first.bet, verdict, duplicate.bet));
    });
    return { byBet, span };
  }

  /** Answers the decided bets; the others are requeued in their order, ahead of later arrivals. */
  #answer(batch: WaitingBet[], { byBet, span }: Verdicts): void {
    const placed: BetToPlace[] = [];
    const retries: WaitingBet[] = [];
    const busyPlayers = new Set<bigint>();
    for (const waiting of batch) {
      const verdict = byBet.get(waiting);
      if (!verdict || verdict.outcome === 'behind') {
        retries.push(waiting);
      } else if (verdict.outcome === 'busy') {
        waiting.busyRetries += 1;
        busyPlayers.add(waiting.bet.playerId);
        retries.push(waiting);
      } else {
        if (verdict.outcome === 'placed') placed.push(waiting.bet);
        waiting.resolve(verdict);
      }
    }
    if (placed.length > 0) this.#options.onPlaced(placed, span);
    const isBusy = ({ bet }: WaitingBet) => busyPlayers.has(bet.playerId);
    const players = batch.filter((waiting) => !isBusy(waiting)).map(({ bet }) => bet.playerId);
    this.#queue.release(
      players,
      retries.filter((waiting) => !isBusy(waiting)),
    );
    for (const playerId of busyPlayers) {
      this.#requeueAfterBackoff(
        playerId,
        retries.filter(({ bet }) => bet.playerId === playerId),
      );
    }
  }

  /** Requeues a player's bets after a backoff; `playerBets` are those that have been tried already. */
  #requeueAfterBackoff(playerId: bigint, playerBets: WaitingBet[], ms = BUSY_BACKOFF_MS): void {
    setTimeout(() => {
      if (playerBets.some(({ busyRetries }) => busyRetries >= MAX_BUSY_TRIES))
        void this.#waitForAccount(playerId, playerBets);
      else this.#requeuePlayer(playerId, playerBets);
    }, ms);
  }

  #requeuePlayer(playerId: bigint, playerBets: WaitingBet[]): void {
    this.#queue.release([playerId], playerBets);
    this.#start();
  }

  /**
   * Pessimistic path: places the first of a player's bets on a connection that may wait for the lock, while other
   * players' bets go on.
   */
  async #waitForAccount(playerId: bigint, playerBets: WaitingBet[]): Promise<void> {
    const [first] = playerBets.splice(0, 1);
    if (first === undefined) return this.#requeuePlayer(playerId, playerBets);
    try {
      const verdicts = await this.#placePessimistically(first);
      // These first, because #answer may requeue the first bet, which must come before them.
      this.#queue.requeue(playerBets);
      this.#answer([first], verdicts);
      this.#start();
    } catch (error) {
      playerBets.unshift(...this.#rejectFinal([first], error));
      this.#requeueAfterBackoff(playerId, playerBets, FIRST_RETRY_MS);
    }
  }

  async #placePessimistically(waiting: WaitingBet): Promise<Verdicts> {
    const client = await this.#options.pessimistic.connect();
    let broken = true;
    try {
      const verdicts = await this.#execute(client, [waiting], { wait: true });
      broken = false;
      return verdicts;
    } catch (error) {
      broken = !isServerError(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * A statement that the server refused had no effect, so its bets are retried one by one and only the faulty one
   * fails. After a broken connection the effect is unknown, but the bets' keys make a retry safe.
   */
  async #recover(lane: Lane, batch: WaitingBet[], error: unknown): Promise<void> {
    const retries = this.#rejectFinal(batch, error);
    if (isServerError(error)) for (const waiting of retries) waiting.retryAlone = true;
    this.#queue.release(
      batch.map(({ bet }) => bet.playerId),
      retries,
    );
    if (lane.failures === 0) return;
    // Other lanes may still have working connections.
    this.#start();
    await this.#backOff(lane);
  }

  /** Rejects the bets for which `error` is final; returns those that can be retried. */
  #rejectFinal(batch: WaitingBet[], error: unknown): WaitingBet[] {
    const refused = isServerError(error);
    const expiryLimit = this.#expiryLimit();
    // A full disk refuses every bet of a batch, and each retry.
    const refusesAll = refused && (batch.length === 1 || isDiskFull(error));
    const isFinal = ({ since }: WaitingBet) => (refused ? refusesAll : since < expiryLimit);
    const retries = batch.filter((waiting) => !isFinal(waiting));
    const final = refused ? error : new UnavailableError(WAITED_TOO_LONG, { cause: error });
    for (const waiting of batch) if (isFinal(waiting)) waiting.reject(final);
    if (retries.length > 0) this.#options.onRecovered(error);
    return retries;
  }
}

/**
 * Starts the span of a statement, and ends the waits of its traced bets. It belongs to the trace of the first of them and
 * is linked to all, because one statement serves the traces of many bets.
 */
function statementSpan(batch: readonly WaitingBet[]): Span | undefined {
  const links: Span[] = [];
  for (const waiting of batch) {
    waiting.queued?.end();
    waiting.queued = undefined;
    if (waiting.bet.span) links.push(waiting.bet.span);
  }
  return links[0]?.child('bet statement', { links, facts: { 'rangoli.bets': batch.length } });
}

const WAITED_TOO_LONG = 'the database gave no answer to a bet in time';

/**
 * Whether the database server itself rejected the statement, so that it had no effect. Otherwise the error is
 * transient, and the statement's effect may be unknown.
 */
function isServerError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (isDiskFull(error) || !isUnavailable(error));
}
