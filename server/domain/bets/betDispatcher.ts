import pg from 'pg';
import { endWithin } from '../../../db/deadline.ts';
import { isUnavailable, UnavailableError } from '../../../db/unavailable.ts';
import type { BetToPlace } from '../betPlacer.ts';
import { placeBets, type Verdict } from './betStatement.ts';
import { BetQueue } from './betQueue.ts';
import { verdictForDuplicate, groupByKey, type WaitingBet } from './waitingBet.ts';

/** Beyond this a larger batch saves nothing and makes its last bet wait longer. */
const MAX_BATCH = 256;
/** So few bets are not divided among lanes: a statement costs about as much as a dozen bets in it. */
const MIN_SHARE = 32;
/** How long a bet stands back whose player's account or contest was in somebody's hands. */
const BUSY_BACKOFF_MS = 4;
/** After so many tries it waits for the account in the database instead. */
const MAX_BUSY_TRIES = 5;
/** Pause of a lane after failures in a row: doubled with each. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;

/** Waiting times, in milliseconds. */
export interface DispatcherTimes {
  /** How long a bet may go without an answer before it is given up, asked for or not. */
  readonly maxWaitMs: number;
  /** Between two looks at lanes without work, whose connections may have died, and at bets that have waited too long. */
  readonly heartbeatMs: number;
  /** A lane that has had no answer for so long counts as not answering. */
  readonly lateMs: number;
}

export const dispatcherTimes: DispatcherTimes = { maxWaitMs: 10_000, heartbeatMs: 2_000, lateMs: 2_000 };

export interface DispatcherOptions {
  /** How many batches may be under way side by side, each over a connection of its own. */
  lanes: number;
  /** Makes a lane's connection. */
  connect: () => Promise<pg.Client>;
  /** Connections on which bets may wait for locks without holding up anybody else's. */
  pessimistic: pg.Pool;
  /** Hears of each statement's bets that were placed, once they are committed. */
  onPlaced: (bets: BetToPlace[]) => void;
  /** Hears of failures that were got over. */
  onRecovered: (error: unknown) => void;
  onBatch: (size: number) => void;
  times?: DispatcherTimes;
}

/** What was said of each bet of a batch; null where its key is another bet's turn first. */
type Verdicts = Map<WaitingBet, Verdict | null>;

interface Lane {
  client: pg.Client | undefined;
  /** Whether it has a batch under way, or is about to take one. */
  running: boolean;
  /** When its statement under way was sent, or its connection begun. */
  sentAt: number | undefined;
  /** How often in a row it has had no answer. */
  failures: number;
}

/**
 * Hands waiting bets to whichever lane is free, each its share of those that wait and are under way. So a bet waits for
 * the first lane that comes free, not for one of its own, and two lanes never want the same player's account: a bet whose
 * player is in another lane's batch waits for that. See betBatcher.ts.
 */
export class BetDispatcher {
  readonly #options: DispatcherOptions;
  readonly #queue = new BetQueue();
  readonly #lanes: Lane[];
  readonly #times: DispatcherTimes;
  readonly #heartbeat: NodeJS.Timeout;
  /** Lanes about to take what waits. */
  #gathering = 0;
  #inFlight = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#times = options.times ?? dispatcherTimes;
    this.#lanes = Array.from({ length: options.lanes }, () => ({
      client: undefined,
      running: false,
      sentAt: undefined,
      failures: 0,
    }));
    this.#heartbeat = setInterval(() => this.#beat(), this.#times.heartbeatMs);
    this.#heartbeat.unref();
  }

  /** Whether every lane had an answer the last time, and waits for none for long. */
  get isResponding(): boolean {
    const tooLong = performance.now() - this.#times.lateMs;
    return this.#lanes.every(({ failures, sentAt }) => failures === 0 && (sentAt ?? Infinity) > tooLong);
  }

  add(waiting: WaitingBet): void {
    this.#queue.add(waiting);
    this.#start();
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await Promise.all(this.#lanes.map(async ({ client }) => client && endWithin(client, this.#times.lateMs)));
  }

  /** Gives up bets that have waited too long, and finds connections that died while no bet used them. */
  #beat(): void {
    for (const { reject } of this.#queue.takeExpired(this.#expiryLimit()))
      reject(new UnavailableError(WAITED_TOO_LONG));
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

  /** When a bet that is given up now has arrived, or later. */
  #expiryLimit(): number {
    return performance.now() - this.#times.maxWaitMs;
  }

  /** Has a free lane see what waits, unless one is about to. */
  #start(): void {
    if (this.#gathering > 0 || this.#queue.length === 0) return;
    const lane = this.#lanes.find(({ running }) => !running);
    if (lane) void this.#serve(lane);
  }

  async #serve(lane: Lane): Promise<void> {
    lane.running = true;
    for (;;) {
      // Lets everything that has arrived by now into the batch, without holding it up for what may come.
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

  /** How many bets a lane takes: all that are there, evenly divided. */
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

  /** Runs a statement on the lane's connection, made first where there is none, and keeps account of how it went. */
  async #onLane<T>(lane: Lane, statement: (client: pg.Client) => Promise<T>): Promise<T> {
    lane.sentAt = performance.now();
    try {
      lane.client ??= await this.#connect(lane);
      const answer = await statement(lane.client);
      lane.failures = 0;
      return answer;
    } catch (error) {
      lane.failures = isServerError(error) ? 0 : lane.failures + 1;
      if (lane.failures > 0) {
        lane.client?.end().catch(() => {});
        lane.client = undefined;
      }
      throw error;
    } finally {
      lane.sentAt = undefined;
    }
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

  /** Asks for all of `batch` in one statement. */
  async #execute(client: pg.ClientBase, batch: WaitingBet[], options: { wait: boolean }): Promise<Verdicts> {
    const groups = groupByKey(batch);
    const results = await placeBets(
      client,
      groups.map(({ first }) => first.bet),
      options,
    );
    this.#options.onBatch(groups.length);
    const verdicts: Verdicts = new Map();
    groups.forEach(({ first, duplicates }, index) => {
      const verdict = results[index] as Verdict;
      verdicts.set(first, verdict);
      for (const duplicate of duplicates)
        verdicts.set(duplicate, verdictForDuplicate(first.bet, verdict, duplicate.bet));
    });
    return verdicts;
  }

  /** Answers what is decided; the rest keeps its order, ahead of everything that came later. */
  #answer(batch: WaitingBet[], verdicts: Verdicts): void {
    const placed: BetToPlace[] = [];
    const retries: WaitingBet[] = [];
    const busyPlayers = new Set<bigint>();
    for (const waiting of batch) {
      const verdict = verdicts.get(waiting);
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
    if (placed.length > 0) this.#options.onPlaced(placed);
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

  /** Keeps a player's bets back for a moment; `line` are those that have been asked for already. */
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

  /** Places the first bet of a player's line on a connection that may wait, while other players' go on. */
  async #waitForAccount(playerId: bigint, playerBets: WaitingBet[]): Promise<void> {
    const [first] = playerBets.splice(0, 1);
    if (first === undefined) return this.#requeuePlayer(playerId, playerBets);
    try {
      const verdicts = await this.#placePessimistically(first);
      // The line first: whatever the answer puts back comes to stand before it.
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
   * A refused statement placed nothing, so its bets are asked for again one by one: only the one at fault fails. After a
   * broken connection nobody knows whether it did, but their keys make asking again safe.
   */
  async #recover(lane: Lane, batch: WaitingBet[], error: unknown): Promise<void> {
    const retries = this.#rejectFinal(batch, error);
    if (isServerError(error)) for (const waiting of retries) waiting.retryAlone = true;
    this.#queue.release(
      batch.map(({ bet }) => bet.playerId),
      retries,
    );
    if (lane.failures === 0) return;
    // Other lanes may have an answer meanwhile.
    this.#start();
    const pauseMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (lane.failures - 1));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  /** Fails the bets for which `error` is final; gives the others. */
  #rejectFinal(batch: WaitingBet[], error: unknown): WaitingBet[] {
    const refused = isServerError(error);
    const expiryLimit = this.#expiryLimit();
    const isFinal = ({ since }: WaitingBet) => (refused ? batch.length === 1 : since < expiryLimit);
    const retries = batch.filter((waiting) => !isFinal(waiting));
    const final = refused ? error : new UnavailableError(WAITED_TOO_LONG, { cause: error });
    for (const waiting of batch) if (isFinal(waiting)) waiting.reject(final);
    if (retries.length > 0) this.#options.onRecovered(error);
    return retries;
  }
}

const WAITED_TOO_LONG = 'the database gave no answer to a bet in time';

/** Whether the server itself refused the statement, so that it had no effect; else its effect may be unknown, or a later try succeed. */
function isServerError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isUnavailable(error);
}
