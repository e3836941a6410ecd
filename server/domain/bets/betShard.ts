import pg from 'pg';
import type { BetToPlace } from '../betPlacer.ts';
import { placeBets, type Verdict } from './betStatement.ts';
import { answerOfOther, groupByKey, type WaitingBet } from './waitingBet.ts';

/** Beyond this a larger batch saves nothing and makes its last bet wait longer. */
const LONGEST_BATCH = 256;
/** How long a bet stands back whose player's account or contest was in somebody's hands. */
const STAND_BACK_MS = 4;
/** After so many tries it waits for the account in the database instead. */
const BUSY_TRIES = 5;
/** How often a bet is asked for again after its connection broke. */
const LOST_TRIES = 5;
const RECONNECT_MS = 100;

export interface ShardOptions {
  /** Makes a connection of the shard's own. */
  connect: () => Promise<pg.Client>;
  /** Connections on which bets may wait for locks without holding up anybody else's. */
  patient: pg.Pool;
  /** Hears of each statement's bets that were placed, once they are committed. */
  onPlaced: (bets: BetToPlace[]) => void;
  /** Hears of failures that the shard got over by itself. */
  onRecovered: (error: unknown) => void;
  onBatch: (size: number) => void;
}

/** What was said of each bet of a batch; null where its key is another bet's turn first. */
type Verdicts = Map<WaitingBet, Verdict | null>;

/** The players of one shard: their bets, in order, over one connection. See betBatcher.ts. */
export class BetShard {
  readonly #options: ShardOptions;
  #queue: WaitingBet[] = [];
  /** Bets of players whose first ones stand back; later ones line up behind them. */
  readonly #standingBack = new Map<bigint, WaitingBet[]>();
  #client: pg.Client | undefined;
  #running = false;
  /** So many of the queue's first bets go by themselves, because together they failed. */
  #goingAlone = 0;

  constructor(options: ShardOptions) {
    this.#options = options;
  }

  add(waiting: WaitingBet): void {
    const line = this.#standingBack.get(waiting.bet.playerId) ?? this.#queue;
    line.push(waiting);
    this.#start();
  }

  async close(): Promise<void> {
    await this.#client?.end();
  }

  #start(): void {
    if (this.#running || this.#queue.length === 0) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      // Lets everything that has arrived by now into the batch, without holding it up for what may come.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = this.#take();
      if (batch.length > 0) await this.#place(batch);
    }
    this.#running = false;
  }

  #take(): WaitingBet[] {
    const limit = this.#goingAlone > 0 ? 1 : LONGEST_BATCH;
    this.#goingAlone = Math.max(0, this.#goingAlone - 1);
    const batch: WaitingBet[] = [];
    for (const waiting of this.#queue.splice(0, limit)) {
      const line = this.#standingBack.get(waiting.bet.playerId) ?? batch;
      line.push(waiting);
    }
    return batch;
  }

  async #place(batch: WaitingBet[]): Promise<void> {
    let verdicts: Verdicts;
    try {
      this.#client ??= await this.#connect();
      verdicts = await this.#ask(this.#client, batch, { wait: false });
    } catch (error) {
      await this.#recover(batch, error);
      return;
    }
    this.#answer(batch, verdicts);
  }

  async #connect(): Promise<pg.Client> {
    const client = await this.#options.connect();
    const forget = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    return client;
  }

  /** Asks for all of `batch` in one statement. */
  async #ask(client: pg.ClientBase, batch: WaitingBet[], how: { wait: boolean }): Promise<Verdicts> {
    const groups = groupByKey(batch);
    const said = await placeBets(
      client,
      groups.map(({ first }) => first.bet),
      how,
    );
    this.#options.onBatch(groups.length);
    const verdicts: Verdicts = new Map();
    groups.forEach(({ first, others }, index) => {
      const verdict = said[index] as Verdict;
      verdicts.set(first, verdict);
      for (const other of others) verdicts.set(other, answerOfOther(first.bet, verdict, other.bet));
    });
    return verdicts;
  }

  /** Answers what is decided; the rest keeps its order, ahead of everything that came later. */
  #answer(batch: WaitingBet[], verdicts: Verdicts): void {
    const placed: BetToPlace[] = [];
    const again: WaitingBet[] = [];
    const busyPlayers = new Set<bigint>();
    for (const waiting of batch) {
      const verdict = verdicts.get(waiting);
      if (!verdict || verdict.outcome === 'behind') {
        again.push(waiting);
      } else if (verdict.outcome === 'busy') {
        waiting.busyTries += 1;
        busyPlayers.add(waiting.bet.playerId);
        again.push(waiting);
      } else {
        if (verdict.outcome === 'placed') placed.push(waiting.bet);
        waiting.resolve(verdict);
      }
    }
    if (placed.length > 0) this.#options.onPlaced(placed);
    this.#queue.unshift(...again.filter(({ bet }) => !busyPlayers.has(bet.playerId)));
    for (const playerId of busyPlayers) {
      this.#standBack(
        playerId,
        again.filter(({ bet }) => bet.playerId === playerId),
      );
    }
  }

  #standBack(playerId: bigint, line: WaitingBet[]): void {
    this.#standingBack.set(playerId, line);
    setTimeout(() => {
      if (line.some(({ busyTries }) => busyTries >= BUSY_TRIES)) void this.#waitForAccount(playerId, line);
      else this.#stepForward(playerId, line);
    }, STAND_BACK_MS);
  }

  #stepForward(playerId: bigint, line: WaitingBet[]): void {
    this.#standingBack.delete(playerId);
    this.#queue.unshift(...line);
    this.#start();
  }

  /** Places the first bet of a player's line on a connection that may wait, while other players' go on. */
  async #waitForAccount(playerId: bigint, line: WaitingBet[]): Promise<void> {
    const [first] = line.splice(0, 1);
    if (first === undefined) return this.#stepForward(playerId, line);
    try {
      const verdicts = await this.#askPatiently(first);
      // The line first: whatever the answer puts back comes to stand before it.
      this.#stepForward(playerId, line);
      this.#answer([first], verdicts);
      this.#start();
    } catch (error) {
      line.unshift(...this.#worthAsking([first], error));
      this.#standBack(playerId, line);
    }
  }

  async #askPatiently(waiting: WaitingBet): Promise<Verdicts> {
    const client = await this.#options.patient.connect();
    let broken = true;
    try {
      const verdicts = await this.#ask(client, [waiting], { wait: true });
      broken = false;
      return verdicts;
    } catch (error) {
      broken = !isServersWord(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * A refused statement placed nothing, so its bets are asked for again one by one: only the one at fault fails. After a
   * broken connection nobody knows whether it did, but their keys make asking again safe.
   */
  async #recover(batch: WaitingBet[], error: unknown): Promise<void> {
    const again = this.#worthAsking(batch, error);
    this.#queue.unshift(...again);
    if (isServersWord(error)) {
      this.#goingAlone = again.length;
    } else {
      this.#client?.end().catch(() => {});
      this.#client = undefined;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  /** Fails the bets for which `error` is the last word; gives the others. */
  #worthAsking(batch: WaitingBet[], error: unknown): WaitingBet[] {
    const refused = isServersWord(error);
    if (!refused) for (const waiting of batch) waiting.lostTries += 1;
    const isLastWord = ({ lostTries }: WaitingBet) => (refused ? batch.length === 1 : lostTries > LOST_TRIES);
    const again = batch.filter((waiting) => !isLastWord(waiting));
    for (const waiting of batch) if (isLastWord(waiting)) waiting.reject(error);
    if (again.length > 0) this.#options.onRecovered(error);
    return again;
  }
}

/** Whether the server itself refused the statement; else (or when it is going down) its fate is unknown. */
function isServersWord(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P|53300)/.test(error.code ?? '');
}
