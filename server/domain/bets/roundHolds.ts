import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { gameTypes, type GameType, type Slot, slotAt } from '../contests/gameTypes.ts';
import type { ReceivedCalls } from '../ground/calls/receivedCalls.ts';

/** The longest time after evaluationTime for which a round is held (close_contest waits no longer). */
const MAX_HOLD_MS = 1_500;
const RETRY_MS = 500;

export interface RoundHoldsOptions {
  /** Opens the connection whose session has the locks. */
  connect: () => Promise<pg.Client>;
  clock: Clock;
  calls: ReceivedCalls;
  log: Logger;
}

/** A connection, and the rounds that its session holds. */
interface Session {
  readonly client: pg.Client;
  readonly names: Set<string>;
}

/**
 * Holds the round of each game's present slot for this server, from the start of the slot until its evaluationTime has
 * passed and no bet is left that this server received before it (db/functions/hold_round.sql). Until then close_contest waits,
 * on any server, so that a rush in the last second is placed. Slots follow from the clock, so a hold needs no event of a round's
 * opening. The locks belong to the session of one connection: those of a killed server end with it. While that connection is
 * broken nothing is held, and rounds close as soon as the other servers allow.
 */
export class RoundHolds {
  readonly #options: RoundHoldsOptions;
  readonly #held = new Map<GameType, Slot>();
  readonly #cancelTimers = new Map<GameType, () => void>();
  #session: Promise<Session> | undefined;
  #statement: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: RoundHoldsOptions) {
    this.#options = options;
  }

  /** Resolves once the present slots are held, or the attempt has failed, which is retried. */
  async start(): Promise<void> {
    await Promise.all(gameTypes.map((gameType) => this.#turn(gameType)));
  }

  /** Releases everything. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    for (const cancel of this.#cancelTimers.values()) cancel();
    const session = await this.#session?.catch(() => undefined);
    await session?.client.end().catch(() => {});
  }

  /** Holds the slot until its evaluationTime, then waits for the next one. */
  async #turn(gameType: GameType): Promise<void> {
    if (this.#stopped) return;
    const { clock } = this.#options;
    const slot = slotAt(gameType, clock.now());
    const isOpen = clock.now() < slot.closesAt;
    const wake = isOpen ? () => void this.#release(slot) : () => void this.#turn(gameType);
    this.#cancelTimers.set(gameType, clock.at(isOpen ? slot.closesAt : slot.endsAt, wake));
    if (!isOpen) return;
    this.#held.set(gameType, slot);
    await this.#hold(slot);
  }

  async #release(slot: Slot): Promise<void> {
    const { clock, calls } = this.#options;
    let cancelTimer = () => {};
    const tooLong = new Promise<void>((resolve) => {
      cancelTimer = clock.at(slot.closesAt + MAX_HOLD_MS, resolve);
    });
    await Promise.race([calls.drained(slot.closesAt), tooLong]);
    cancelTimer();
    if (this.#held.get(slot.gameType) === slot) this.#held.delete(slot.gameType);
    const released = this.#attempt(async ({ client, names }) => {
      if (names.delete(slot.gameId)) await client.query(statement('release_round', slot));
    });
    await Promise.all([released, this.#turn(slot.gameType)]);
  }

  /** Never rejects: after a failure the connection is opened again, and holds what is to be held. */
  async #hold(slot: Slot): Promise<void> {
    await this.#attempt(async ({ client, names }) => {
      if (names.has(slot.gameId)) return;
      names.add(slot.gameId);
      await client.query(statement('hold_round', slot));
    });
  }

  async #attempt(work: (session: Session) => Promise<void>): Promise<void> {
    if (this.#stopped) return;
    const session = (this.#session ??= this.#connect());
    // One statement after the other: the driver takes no more.
    const done = this.#statement.then(() => session).then(work);
    this.#statement = done.catch(() => {});
    try {
      await done;
    } catch (error) {
      this.#lost(session, error);
    }
  }

  async #connect(): Promise<Session> {
    const client = await this.#options.connect();
    const session = { client, names: new Set<string>() };
    const current = this.#session;
    client.on('error', (error) => this.#lost(current, error));
    client.on('end', () => this.#lost(current, new Error('the connection ended')));
    return session;
  }

  /** The session has ended, or is of no use, and its locks end with it. */
  #lost(session: Promise<Session> | undefined, error: unknown): void {
    if (this.#stopped || session !== this.#session) return;
    this.#options.log.warn({ err: error }, 'the connection that holds rounds broke; it is opened again');
    this.#session = undefined;
    void session?.then(({ client }) => client.end()).catch(() => {});
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      for (const slot of this.#held.values()) void this.#hold(slot);
    }, RETRY_MS);
    this.#retry.unref();
  }
}

function statement(name: 'hold_round' | 'release_round', { gameType, slot }: Slot): pg.QueryConfig {
  return { name, text: `select ${name}($1, $2)`, values: [gameType, slot] };
}
