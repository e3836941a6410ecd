import type { FollowedClock } from './followClock.ts';
import type { Logger } from './log.ts';
import { type Jump, type Machine, MachineClock, thisMachine } from './machineClock.ts';

const CHECK_MS = 250;
/**
 * Between two checks the wall clock and the monotonic clock drift apart by less than this; a larger difference means
 * that one was set.
 */
const STEP_MS = 50;
/** Resolution of readings of the wall clock. */
const PRECISION_MS = 2;
/** Minimum time between setting a jump in the database and the jump. */
const NOTICE_MS = 1_000;
/** After a step back of up to this, the clock stands still for as long; after a larger one, it stays ahead. */
const MAX_STANDSTILL_MS = 2_000;
/**
 * The database jumps this much earlier than the server, because otherwise it could refuse what begins right after the
 * jump. At most what its rules tolerate anyway (guard_contest_change.sql).
 */
const DATABASE_EARLIER_MS = 100;
/** A reading that took longer is repeated, because the process was interrupted between the two clocks. */
const QUICK_MS = 1;
const MAX_READINGS = 5;

/** How far a database's clock is ahead of the wall clock of the machine that it shares with this server. */
export interface SharedClock {
  /** The current lead, and the latest recorded instant (null: none), in milliseconds. */
  read(): Promise<{ leadMs: number; latestMs: number | null }>;
  /** Sets a lead of `ms`, and of `toMs` from the instant `at` of the database's clock on. The clock never goes back. */
  write(lead: { ms: number; change: { at: number; toMs: number } | null }): Promise<void>;
}

interface KeepTimeOptions {
  readonly database: SharedClock;
  /** All rounds end together at multiples of this, in milliseconds since the epoch. */
  readonly periodMs: number;
  readonly log: Logger;
  readonly machine?: Machine | undefined;
}

/**
 * A clock for a server whose database is on the same machine, so that both see every step of its wall clock. It follows
 * the wall clock's drift. After a step, it and the database's clock run on evenly until rounds next end together, and
 * then:
 * - jump to the new time where that is ahead;
 * - stand still where it is behind by up to 2 s;
 * - stay ahead of it by the fewest whole periods where it is further behind: the grid is that of the new time, and no
 * instant comes twice. A step ahead, or a start after that time has passed, ends the lead.
 * The time for which a machine is suspended counts as a step ahead. Rejects when the database's clock can't be read or
 * set; later failures are retried at every check, and the clock runs on evenly meanwhile.
 */
export async function keepTime(options: KeepTimeOptions): Promise<FollowedClock> {
  const kept = new KeptClock(options);
  await kept.begin();
  return { clock: kept.clock, stop: () => kept.stop() };
}

/** The target of the clock. */
interface Course {
  /** The wall clock's lead over the monotonic clock when the clock last followed it. */
  readonly wallMs: number;
  /** The clock's final lead over the wall clock: whole periods. */
  readonly leadMs: number;
  /** The pending change towards it; null when it is reached. */
  readonly jump: Jump | null;
}

class KeptClock {
  readonly clock: MachineClock;
  readonly #machine: Machine;
  readonly #database: SharedClock;
  readonly #periodMs: number;
  readonly #log: Logger;
  #course: Course;
  /** Whether the database has this course. The server's clock jumps only then. */
  #isInstalled = false;
  #installing: Promise<void> | undefined;
  #callOff = () => {};

  constructor({ database, periodMs, log, machine = thisMachine }: KeepTimeOptions) {
    this.#machine = machine;
    this.#database = database;
    this.#periodMs = periodMs;
    this.#log = log;
    this.clock = new MachineClock(machine);
    this.#course = { wallMs: this.clock.offsetMs, leadMs: 0, jump: null };
  }

  async begin(): Promise<void> {
    const { leadMs, latestMs } = await this.#database.read();
    const wallMs = wallOffset(this.#machine);
    const now = firstInstant(wallMs + this.#machine.monotonic(), leadMs, latestMs);
    this.clock.follow(now - this.#machine.monotonic());
    this.#plan(wallMs);
    await this.#install();
    this.#callOff = this.#machine.after(CHECK_MS, () => this.#check());
  }

  async stop(): Promise<void> {
    this.#callOff();
    await this.#installing;
  }

  #check(): void {
    const wallMs = wallOffset(this.#machine);
    if (this.#hasJumped()) this.#arrive();
    const { jump } = this.#course;
    const driftMs = Math.abs(wallMs - this.#course.wallMs);
    const missed = jump !== null && !this.#isInstalled && this.clock.now() >= jump.at;
    if (driftMs > STEP_MS || missed) this.#plan(wallMs);
    else if (jump === null && driftMs > PRECISION_MS) this.#follow(wallMs);
    if (!this.#isInstalled) this.#tryToInstall();
    this.#callOff = this.#machine.after(CHECK_MS, () => this.#check());
  }

  /** Whether the course's jump or standstill is over. */
  #hasJumped(): boolean {
    const { jump } = this.#course;
    return jump !== null && this.#isInstalled && this.clock.now() > Math.max(jump.at, jump.at + jump.by);
  }

  #arrive(): void {
    this.#course = { ...this.#course, jump: null };
    this.#follow(this.#course.wallMs);
    // The database has jumped as well. But if its wall clock were set back now, it would be before the jump again.
    this.#isInstalled = false;
  }

  /** Follows the drift of the wall clock. */
  #follow(wallMs: number): void {
    this.#course = { ...this.#course, wallMs };
    this.clock.follow(wallMs + this.#course.leadMs);
  }

  /**
   * The course from the current time to the wall clock at `wallMs` over the monotonic clock, whatever the previous
   * target was.
   */
  #plan(wallMs: number): void {
    const { offsetMs } = this.clock;
    const aheadMs = offsetMs - wallMs;
    const periods = Math.ceil((aheadMs - MAX_STANDSTILL_MS) / this.#periodMs);
    const leadMs = Math.max(0, periods) * this.#periodMs;
    const by = Math.round(leadMs - aheadMs);
    this.#isInstalled = false;
    // Without the jump of the previous course.
    this.clock.follow(offsetMs);
    const jump = Math.abs(by) > STEP_MS ? { at: this.#nextCommonEnd(), by } : null;
    this.#course = { wallMs, leadMs, jump };
    if (jump === null) return this.#follow(wallMs);
    this.#log.warn(
      { aheadMs, leadMs, at: new Date(jump.at) },
      "the machine's time was set: the clock runs on as before until all rounds end, then on the new time's grid",
    );
  }

  #nextCommonEnd(): number {
    return (Math.floor((this.clock.now() + NOTICE_MS) / this.#periodMs) + 1) * this.#periodMs;
  }

  #tryToInstall(): void {
    this.#installing ??= this.#install()
      .catch((error: unknown) => {
        this.#log.warn({ err: error }, "the database's clock could not be set; retrying");
      })
      .finally(() => (this.#installing = undefined));
  }

  /**
   * Sets the course in the database first: if it fails there, it can be retried; a course that the clock has followed
   * can't be undone.
   */
  async #install(): Promise<void> {
    const course = this.#course;
    const { wallMs, leadMs, jump } = course;
    const change = jump && { at: jump.by > 0 ? jump.at - DATABASE_EARLIER_MS : jump.at, toMs: leadMs };
    await this.#database.write({ ms: jump ? this.clock.offsetMs - wallMs : leadMs, change });
    const late = jump !== null && this.clock.now() >= jump.at;
    if (this.#course.jump !== jump || this.#course.leadMs !== leadMs || late) return;
    this.#isInstalled = true;
    if (jump !== null) this.clock.follow(this.clock.offsetMs, jump);
  }
}

/** Not before anything recorded, and behind the wall clock only where the previous server was about to jump ahead. */
function firstInstant(wall: number, leadMs: number, latestMs: number | null): number {
  const hasPassed = leadMs > MAX_STANDSTILL_MS && (latestMs === null || wall >= latestMs);
  return Math.max(latestMs ?? -Infinity, hasPassed ? wall : wall + leadMs);
}

/** How far the wall clock is ahead of the monotonic clock, in milliseconds. */
function wallOffset(machine: Machine): number {
  let best = { tookMs: Infinity, offsetMs: 0 };
  for (let reading = 0; reading < MAX_READINGS && best.tookMs > QUICK_MS; reading += 1) {
    const before = machine.monotonic();
    const wall = machine.wall();
    const after = machine.monotonic();
    if (after - before < best.tookMs) best = { tookMs: after - before, offsetMs: wall - (before + after) / 2 };
  }
  return best.offsetMs;
}
