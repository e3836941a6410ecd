import { randomUUID } from 'node:crypto';
import { Api } from './api.ts';
import { type Line, openHttpLine } from './httpLine.ts';
import { OpenRounds } from './openRounds.ts';
import { percentile } from './percentile.ts';
import { pick } from './simulatedPlayers.ts';

export interface BetOrder {
  url: string;
  /** Access tokens; each has one connection. */
  tokens: string[];
  /** Bets a second. */
  rate: number;
  /** Rupees. */
  stake: string;
}

/** What happened since the last report. */
export interface BetReport {
  placed: number;
  /** Refusals and failures, by code. */
  refused: Record<string, number>;
  p50: number;
  p99: number;
  /** Bets for which no connection was free for two seconds. */
  unsent: number;
}

const TICK_MS = 5;
const READ_MS = 500;
/** Bets that wait for a free connection, in seconds of the rate. */
const MOST_WAITING_S = 2;
const REOPEN_MS = 1_000;
const QUERY =
  'mutation PlaceBet($input: PlaceBetInput!) { placeBet(input: $input) { __typename ... on PlaceBetPayload { bet { id } } ... on DomainError { code } } }';

/**
 * Places bets at a fixed rate, whatever the server answers. Latencies count from when a bet was due, so that a server that
 * falls behind shows in them.
 */
export class BetLoad {
  readonly #order: BetOrder;
  readonly #rounds: OpenRounds;
  readonly #free: Line[] = [];
  /** When each was due. */
  readonly #waiting: number[] = [];
  #latencies: number[] = [];
  #refused: Record<string, number> = {};
  #unsent = 0;
  #dueUntil = 0;

  constructor(order: BetOrder) {
    this.#order = order;
    this.#rounds = new OpenRounds(new Api(order.url));
  }

  async start(): Promise<void> {
    await this.#rounds.read();
    for (const token of this.#order.tokens) await this.#open(token);
    setInterval(() => void this.#rounds.read().catch(() => this.#count('no round read')), READ_MS);
    this.#dueUntil = performance.now();
    setInterval(() => this.#tick(), TICK_MS);
  }

  report(): BetReport {
    const latencies = this.#latencies;
    const report = {
      placed: latencies.length,
      refused: this.#refused,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      unsent: this.#unsent,
    };
    this.#latencies = [];
    this.#refused = {};
    this.#unsent = 0;
    return report;
  }

  async #open(token: string): Promise<void> {
    try {
      this.#free.push(await openHttpLine({ url: this.#order.url, path: '/graphql' }, token));
    } catch {
      this.#count('no connection');
      setTimeout(() => void this.#open(token), REOPEN_MS);
    }
  }

  #tick(): void {
    const interval = 1_000 / this.#order.rate;
    const now = performance.now();
    for (; this.#dueUntil + interval <= now; this.#dueUntil += interval) this.#waiting.push(this.#dueUntil + interval);
    const tooMany = this.#waiting.length - this.#order.rate * MOST_WAITING_S;
    if (tooMany > 0) {
      this.#waiting.splice(0, Math.ceil(tooMany));
      this.#unsent += Math.ceil(tooMany);
    }
    this.#send();
  }

  #send(): void {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      const gameId = this.#rounds.known();
      // Between rounds nothing is due.
      if (gameId === undefined) {
        this.#waiting.length = 0;
        return;
      }
      void this.#place(this.#free.pop() as Line, this.#waiting.shift() as number, gameId);
    }
  }

  async #place(line: Line, dueAt: number, gameId: string): Promise<void> {
    const number = pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const input = { gameId, selection: { number }, amount: this.#order.stake, idempotencyKey: randomUUID() };
    try {
      const answer = await line.ask(JSON.stringify({ query: QUERY, variables: { input } }));
      if (answer.includes('"PlaceBetPayload"')) this.#latencies.push(performance.now() - dueAt);
      else this.#count(/"code":"(\w+)"/.exec(answer)?.[1] ?? answer.slice(9, 12));
      // The least recently used first, so that players bet in turn.
      this.#free.unshift(line);
      this.#send();
    } catch {
      this.#count('connection lost');
    }
  }

  #count(code: string): void {
    this.#refused[code] = (this.#refused[code] ?? 0) + 1;
  }
}
