import { settleContest } from '../domain/bets/settleContest.ts';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { advanceGame, contestsToSettle } from '../domain/contests/advanceGame.ts';
import { awaitBeacon, contestsThatWait, type WaitingContest } from '../domain/contests/awaitBeacon.ts';
import { chainMaker, ensureChain, type MakeChain } from '../domain/contests/chains.ts';
import { type GameType, lengthMs, nextTurn } from '../domain/contests/gameTypes.ts';
import type { HashChain } from '../domain/contests/hashChain.ts';
import { lockSeed } from '../domain/contests/lockSeed.ts';

/**
 * Retry delay after a failure: at first short enough to decide within 250 ms of the end, then with exponential backoff.
 * After a failover the first rounds open when the database has been back for the longest delay.
 */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;
/** A round that is not decided and paid this long after its end counts as overdue. Normally it takes about a second. */
const OVERDUE_MS = 10_000;

export interface ContestClock {
  /**
   * Resolves when every game has had its first turn: it has a round that takes bets, or it failed and will be retried.
   */
  readonly begun: Promise<void>;
  /** Starts nothing more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way: everything due is done, or has failed and waits for its retry. */
  idle(): Promise<void>;
  /** Overdue rounds of each game as known to this server, without a query. */
  overdue(): Record<GameType, number>;
}

/**
 * Runs the three games: at every closing and every end on a game's grid it advances the game, then pays what has been
 * decided while the next round takes bets. Any number of servers may do so on one database. A failed step is logged and
 * retried. `chainLength`: contests per hash chain (default: a year of them); `makeChain` makes a game's next chain.
 */
export function startContestClock(
  services: Services,
  {
    chainLength,
    makeChain = chainMaker(chainLength),
  }: { chainLength?: number | undefined; makeChain?: MakeChain } = {},
): ContestClock {
  const clockOf = (gameType: GameType) => new GameClock(services, gameType, () => makeChain(gameType));
  const byType = {
    sapreHalf: clockOf('sapreHalf'),
    sapreOne: clockOf('sapreOne'),
    sapreThree: clockOf('sapreThree'),
  } satisfies Record<GameType, GameClock>;
  const games = Object.values(byType);
  const firstTurns = games.map((game) => game.start());
  // A resumed game opens its round now, not at its next turn.
  const stopListening = services.events.on('noticesChanged', () => games.forEach((game) => game.wake()));
  return {
    begun: Promise.all(firstTurns).then(() => {}),
    async stop() {
      stopListening();
      await Promise.all(games.map((game) => game.stop()));
    },
    async idle() {
      await Promise.all(games.map((game) => game.idle()));
    },
    overdue: () => ({
      sapreHalf: byType.sapreHalf.overdue(),
      sapreOne: byType.sapreOne.overdue(),
      sapreThree: byType.sapreThree.overdue(),
    }),
  };
}

class GameClock {
  readonly #services: Services;
  readonly #gameType: GameType;
  readonly #makeChain: () => Promise<HashChain>;
  /** Work under way: at most one turn, and the settlements by contest id. */
  #turn: Promise<void> | undefined;
  readonly #paying = new Map<bigint, Promise<void>>();
  /** Ended contests that wait for their beacon, by id. They are not overdue: each ends within a minute. */
  readonly #waiting = new Map<bigint, Promise<void>>();
  readonly #stop = new AbortController();
  #stopped = false;
  #cancelTimer = () => {};
  /** When to retry. Infinity unless something has failed since the last turn began. */
  #retryAt = Infinity;
  #retryDelayMs = FIRST_RETRY_MS;
  /** When the last turn without a failure began; settlements it started may still be running. */
  #turnedAt = -Infinity;
  /** Everything due by this instant is decided and paid. */
  #doneUntil: number;
  #cancelWatch: (() => void) | undefined;

  constructor(services: Services, gameType: GameType, makeChain: () => Promise<HashChain>) {
    this.#services = services;
    this.#gameType = gameType;
    this.#makeChain = makeChain;
    this.#doneUntil = services.clock.now();
  }

  /** Runs the turns that are due, unless it is already running them; resolves when they are done. */
  start(): Promise<void> {
    this.#turn ??= this.#turns().then((dueAt) => {
      this.#turn = undefined;
      this.#noteCaughtUp();
      if (!this.#stopped) this.#wakeAt(Math.min(dueAt, this.#retryAt));
    });
    return this.#turn;
  }

  /** Runs a turn now, or after the one under way. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#turn !== undefined) void this.#turn.then(() => this.wake());
    else void this.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stop.abort();
    this.#cancelTimer();
    await Promise.all(this.#waiting.values());
    await this.idle();
    this.#cancelWatch?.();
  }

  /** The number of rounds that ended more than OVERDUE_MS ago and are not known to be decided and paid. */
  overdue(): number {
    const length = lengthMs(this.#gameType);
    const endedBy = (instant: number) => Math.floor(instant / length);
    return Math.max(0, endedBy(this.#services.clock.now() - OVERDUE_MS) - endedBy(this.#doneUntil));
  }

  async idle(): Promise<void> {
    while (this.#turn !== undefined || this.#paying.size > 0) {
      await Promise.all([this.#turn, ...this.#paying.values()]);
    }
  }

  /** Runs turns until none is due; returns the instant of the next one. */
  async #turns(): Promise<number> {
    const { clock } = this.#services;
    let dueAt = -Infinity;
    while (dueAt <= clock.now() && !this.#stopped) {
      const startedAt = clock.now();
      if (this.#retryAt !== Infinity) this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, MAX_RETRY_MS);
      this.#retryAt = Infinity;
      this.#watch();
      await this.#attempt('advancing the game', () => this.#advance());
      // Runs even if advancing the game failed, because rounds decided earlier must be paid.
      await this.#attempt('looking for what waits for the beacon', () => this.#awaitBeacons());
      await this.#attempt('looking for what to pay', () => this.#payDecided());
      await this.#attempt('timelocking the seed', () => lockSeed(this.#context(), this.#gameType));
      if (this.#retryAt === Infinity) this.#turnedAt = startedAt;
      dueAt = Math.min(nextTurn(this.#gameType, startedAt), this.#retryAt);
    }
    return dueAt;
  }

  async #advance(): Promise<void> {
    const payFirst = (contestId: bigint) => this.#pay(contestId);
    await advanceGame(this.#context(), this.#gameType, payFirst);
    if (await ensureChain(this.#context(), this.#gameType, this.#makeChain)) {
      // At the first start nothing could be opened without a chain.
      await advanceGame(this.#context(), this.#gameType, payFirst);
    }
  }

  async #awaitBeacons(): Promise<void> {
    for (const contest of await contestsThatWait(this.#context(), this.#gameType)) this.#awaitBeacon(contest);
  }

  /** In the background while the game goes on: decides the contest or makes it void, then pays or refunds. */
  #awaitBeacon(contest: WaitingContest): void {
    if (this.#waiting.has(contest.id)) return;
    const waiting = this.#attempt('waiting for the beacon', async () => {
      await awaitBeacon(() => this.#context(), contest, this.#stop.signal);
      if (!this.#stopped) void this.#pay(contest.id);
    }).finally(() => this.#waiting.delete(contest.id));
    this.#waiting.set(contest.id, waiting);
  }

  /** Runs in the background while the game goes on. */
  async #payDecided(): Promise<void> {
    const decided = await contestsToSettle(this.#context(), this.#gameType);
    for (const contestId of decided) void this.#pay(contestId);
  }

  /** Never rejects: a contest whose settlement fails must not stop the game. */
  #pay(contestId: bigint): Promise<void> {
    const running = this.#paying.get(contestId);
    if (running) return running;
    const paying = this.#attempt('paying a contest', () => settleContest(this.#context(), contestId)).finally(() => {
      this.#paying.delete(contestId);
      this.#noteCaughtUp();
    });
    this.#paying.set(contestId, paying);
    return paying;
  }

  /** Logs a failure and schedules a turn that retries it. */
  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#services.log.error({ err: error, gameType: this.#gameType }, `${what} failed; retrying`);
      this.#retryAt = Math.min(this.#retryAt, this.#services.clock.now() + this.#retryDelayMs);
      if (this.#turn === undefined && !this.#stopped) this.#wakeAt(this.#retryAt);
    }
  }

  /** Resets the retry delay once everything that the last turn found is done. */
  #noteCaughtUp(): void {
    if (this.#turn !== undefined || this.#paying.size > 0 || this.#retryAt !== Infinity) return;
    this.#doneUntil = Math.max(this.#doneUntil, this.#turnedAt);
    this.#retryDelayMs = FIRST_RETRY_MS;
    this.#cancelWatch?.();
    this.#cancelWatch = undefined;
  }

  /** Logs overdue rounds repeatedly until the game has caught up, whether turns fail or never end. */
  #watch(): void {
    const { clock, log } = this.#services;
    this.#cancelWatch ??= clock.at(clock.now() + OVERDUE_MS, () => {
      this.#cancelWatch = undefined;
      const rounds = this.overdue();
      const since = new Date(this.#doneUntil);
      if (rounds > 0) log.error({ gameType: this.#gameType, rounds, since }, 'rounds are overdue');
      if (!this.#stopped) this.#watch();
    });
  }

  #wakeAt(instant: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#services.clock.at(instant, () => void this.start());
  }

  #context() {
    return contextFor(this.#services, { kind: 'system' });
  }
}
