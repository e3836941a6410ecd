import { settleContest } from '../domain/bets/settleContest.ts';
import { contextFor, type Services } from '../domain/context.ts';
import { advanceGame, contestsToSettle } from '../domain/contests/advanceGame.ts';
import { ensureChain } from '../domain/contests/chains.ts';
import { type GameType, lengthMs, nextTurn } from '../domain/contests/gameTypes.ts';

/** After a failure: soon enough to decide within 250 ms of the end when the trouble was short, then ever more patiently. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
/** A round that is not decided and paid so long after its end is overdue. A healthy server takes about a second. */
const OVERDUE_MS = 10_000;

export interface ContestClock {
  /** Resolves when every game has had its first turn: it has a round that takes bets, or failed and tries again. */
  readonly begun: Promise<void>;
  /** Begins nothing more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way: all that is due is done, or has failed and waits to be tried again. */
  idle(): Promise<void>;
  /** Rounds of each game that are overdue, as far as this server has seen. Known without the database. */
  overdue(): Record<GameType, number>;
}

/**
 * Keeps the three games running: at every closing and every end on a game's grid it advances the game, then pays what
 * has been decided while the next round takes bets. Any number of servers may do so on one database. A step that fails
 * is logged and tried again. `chainLength`: contests per hash chain, a year of them unless said otherwise.
 */
export function startContestClock(services: Services, options: { chainLength?: number } = {}): ContestClock {
  const clockOf = (gameType: GameType) => new GameClock(services, gameType, options.chainLength);
  const byType = {
    sapreHalf: clockOf('sapreHalf'),
    sapreOne: clockOf('sapreOne'),
    sapreThree: clockOf('sapreThree'),
  } satisfies Record<GameType, GameClock>;
  const games = Object.values(byType);
  const firstTurns = games.map((game) => game.start());
  return {
    begun: Promise.all(firstTurns).then(() => {}),
    async stop() {
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
  readonly #chainLength: number | undefined;
  /** What is under way: at most one turn, and the paying of contests by id. */
  #turn: Promise<void> | undefined;
  readonly #paying = new Map<bigint, Promise<void>>();
  #stopped = false;
  #callOff = () => {};
  /** Infinity unless something has failed since the last turn began. */
  #retryAt = Infinity;
  #retryDelayMs = FIRST_RETRY_MS;
  /** When the last turn without a failure began; what it found decided may still be being paid. */
  #turnedAt = -Infinity;
  /** Everything due by this instant is decided and paid. */
  #doneUntil: number;
  #callOffWatch: (() => void) | undefined;

  constructor(services: Services, gameType: GameType, chainLength: number | undefined) {
    this.#services = services;
    this.#gameType = gameType;
    this.#chainLength = chainLength;
    this.#doneUntil = services.clock.now();
  }

  /** Takes what turns are due, unless it is at it already; resolves when it has. */
  start(): Promise<void> {
    this.#turn ??= this.#turns().then((dueAt) => {
      this.#turn = undefined;
      this.#noteCaughtUp();
      if (!this.#stopped) this.#wakeAt(Math.min(dueAt, this.#retryAt));
    });
    return this.#turn;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#callOff();
    await this.idle();
    this.#callOffWatch?.();
  }

  /** How many rounds ended long ago and are not known to be decided and paid. */
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

  /** Takes turns until none is due; the instant of the next one. */
  async #turns(): Promise<number> {
    const { clock } = this.#services;
    let dueAt = -Infinity;
    while (dueAt <= clock.now() && !this.#stopped) {
      const startedAt = clock.now();
      if (this.#retryAt !== Infinity) this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, LONGEST_RETRY_MS);
      this.#retryAt = Infinity;
      this.#watch();
      await this.#attempt('advancing the game', () => this.#advance());
      // Even when the game could not be advanced: what has been decided is owed.
      await this.#attempt('looking for what to pay', () => this.#payDecided());
      if (this.#retryAt === Infinity) this.#turnedAt = startedAt;
      dueAt = Math.min(nextTurn(this.#gameType, startedAt), this.#retryAt);
    }
    return dueAt;
  }

  async #advance(): Promise<void> {
    const payFirst = (contestId: bigint) => this.#pay(contestId);
    await advanceGame(this.#context(), this.#gameType, payFirst);
    if (await ensureChain(this.#context(), this.#gameType, this.#chainLength)) {
      // At the very first start nothing could be opened without a chain.
      await advanceGame(this.#context(), this.#gameType, payFirst);
    }
  }

  /** In the background: the game goes on meanwhile. */
  async #payDecided(): Promise<void> {
    const decided = await contestsToSettle(this.#context(), this.#gameType);
    for (const contestId of decided) void this.#pay(contestId);
  }

  /** Never rejects: a contest whose paying fails must not hold up the game. */
  #pay(contestId: bigint): Promise<void> {
    const underWay = this.#paying.get(contestId);
    if (underWay) return underWay;
    const paying = this.#attempt('paying a contest', () => settleContest(this.#context(), contestId)).finally(() => {
      this.#paying.delete(contestId);
      this.#noteCaughtUp();
    });
    this.#paying.set(contestId, paying);
    return paying;
  }

  /** Logs a failure and sees to it that a turn comes soon in which it is tried again. */
  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#services.log.error({ err: error, gameType: this.#gameType }, `${what} failed and will be tried again`);
      this.#retryAt = Math.min(this.#retryAt, this.#services.clock.now() + this.#retryDelayMs);
      if (this.#turn === undefined && !this.#stopped) this.#wakeAt(this.#retryAt);
    }
  }

  /** Ends the trouble, if there was any, once everything that the last turn found is done. */
  #noteCaughtUp(): void {
    if (this.#turn !== undefined || this.#paying.size > 0 || this.#retryAt !== Infinity) return;
    this.#doneUntil = Math.max(this.#doneUntil, this.#turnedAt);
    this.#retryDelayMs = FIRST_RETRY_MS;
    this.#callOffWatch?.();
    this.#callOffWatch = undefined;
  }

  /** Logs overdue rounds again and again until the game has caught up, whether turns fail or never end. */
  #watch(): void {
    const { clock, log } = this.#services;
    this.#callOffWatch ??= clock.at(clock.now() + OVERDUE_MS, () => {
      this.#callOffWatch = undefined;
      const rounds = this.overdue();
      const since = new Date(this.#doneUntil);
      if (rounds > 0) log.error({ gameType: this.#gameType, rounds, since }, 'rounds are overdue');
      if (!this.#stopped) this.#watch();
    });
  }

  #wakeAt(instant: number): void {
    this.#callOff();
    this.#callOff = this.#services.clock.at(instant, () => void this.start());
  }

  #context() {
    return contextFor(this.#services, { kind: 'system' });
  }
}
