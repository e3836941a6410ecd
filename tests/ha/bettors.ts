import { setTimeout as delay } from 'node:timers/promises';
import { Api } from '../../server/load/api.ts';
import { type Line, openHttpLine } from '../../server/load/httpLine.ts';
import { OpenRounds } from '../../server/load/openRounds.ts';
import { pick } from '../../server/load/simulatedPlayers.ts';

const READ_MS = 500;
const TICK_MS = 5;
/** Above the server's own deadline for a bet. */
const ANSWER_MS = 15_000;
const RETRY_MS = 250;
/** A client gives up after this, without knowing. */
const PATIENCE_MS = 90_000;
/** Width of a bin of the timeline. */
export const BIN_MS = 100;
const QUERY =
  'mutation PlaceBet($input: PlaceBetInput!) { placeBet(input: $input) { __typename ... on PlaceBetPayload { bet { id } } ... on DomainError { code } } }';

export interface Player {
  readonly id: bigint;
  readonly token: string;
}

/** What the client of a bet was answered in the end. */
export interface Tally {
  /** Keys of acknowledged bets, by player. */
  readonly acknowledged: Map<bigint, string[]>;
  /** Keys of all bets, by player. */
  readonly sent: Map<bigint, string[]>;
  refused: Record<string, number>;
  /** Answers after which a client tried again. */
  retried: number;
  unknown: number;
  /** Due, but no connection was free. */
  unsent: number;
}

/**
 * Clients that bet at a rate on several servers. Each bet has a key, and is sent again with it, to the next server, until
 * there is a definite answer.
 */
export class Bettors {
  readonly tally: Tally = {
    acknowledged: new Map(),
    sent: new Map(),
    refused: {},
    retried: 0,
    unknown: 0,
    unsent: 0,
  };
  /** Acknowledgements of each server in each bin since the start. */
  readonly timelines: number[][];
  readonly #urls: readonly string[];
  readonly #rate: number;
  readonly #rounds: OpenRounds[];
  readonly #began = performance.now();
  readonly #loops: Promise<void>[] = [];
  #waiting: ((due: boolean) => void)[] = [];
  #dueUntil = performance.now();
  #last = 0;
  #stopping = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(urls: readonly string[], rate: number) {
    this.#urls = urls;
    this.#rate = rate;
    this.timelines = urls.map(() => []);
    this.#rounds = urls.map((url) => new OpenRounds(new Api(url)));
  }

  async start(players: readonly Player[]): Promise<void> {
    await Promise.all(this.#rounds.map((rounds) => rounds.read()));
    for (const rounds of this.#rounds)
      this.#timers.push(setInterval(() => void rounds.read().catch(() => {}), READ_MS));
    players.forEach((player, index) => this.#loops.push(this.#play(player, index % this.#urls.length)));
    this.#dueUntil = performance.now();
    this.#timers.push(setInterval(() => this.#tick(), TICK_MS));
  }

  /** Milliseconds since the start. */
  get elapsedMs(): number {
    return performance.now() - this.#began;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const wake of this.#waiting.splice(0)) wake(false);
    await Promise.all(this.#loops);
    for (const timer of this.#timers) clearInterval(timer);
  }

  #tick(): void {
    const interval = 1_000 / this.#rate;
    const now = performance.now();
    for (; this.#dueUntil + interval <= now; this.#dueUntil += interval) {
      const wake = this.#waiting.shift();
      if (wake) wake(true);
      else this.tally.unsent += 1;
    }
  }

  async #play(player: Player, server: number): Promise<void> {
    const lines = new Map<number, Line>();
    while (!this.#stopping) {
      if (!(await new Promise<boolean>((resolve) => this.#waiting.push(resolve)))) break;
      const gameId = this.#rounds[server]?.known();
      // Between rounds nothing is due.
      if (gameId !== undefined) await this.#bet(player, server, gameId, lines);
    }
    for (const line of lines.values()) line.close();
  }

  async #bet(player: Player, home: number, gameId: string, lines: Map<number, Line>): Promise<void> {
    const key = `bet-${++this.#last}`;
    push(this.tally.sent, player.id, key);
    const input = {
      gameId,
      selection: { number: pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) },
      amount: '0.10',
      idempotencyKey: key,
    };
    const body = JSON.stringify({ query: QUERY, variables: { input } });
    const since = performance.now();
    for (let server = home; performance.now() - since < PATIENCE_MS; server = (server + 1) % this.#urls.length) {
      const answer = await this.#ask(lines, server, player, body);
      if (answer?.includes('"PlaceBetPayload"')) {
        push(this.tally.acknowledged, player.id, key);
        this.#mark(server);
        return;
      }
      const refusal = /^HTTP\/1.1 200/.test(answer ?? '') ? /"code":"(\w+)"/.exec(answer ?? '')?.[1] : undefined;
      if (refusal !== undefined && refusal !== 'SERVICE_UNAVAILABLE') {
        this.tally.refused[refusal] = (this.tally.refused[refusal] ?? 0) + 1;
        return;
      }
      this.tally.retried += 1;
      await delay(RETRY_MS);
    }
    this.tally.unknown += 1;
  }

  /** Undefined when there was no answer. */
  async #ask(lines: Map<number, Line>, server: number, { token }: Player, body: string): Promise<string | undefined> {
    let line = lines.get(server);
    let late: NodeJS.Timeout | undefined;
    try {
      line ??= await openHttpLine({ url: this.#urls[server] ?? '', path: '/graphql' }, token);
      lines.set(server, line);
      const timeout = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error('no answer')), ANSWER_MS);
      });
      return await Promise.race([line.ask(body), timeout]);
    } catch {
      line?.close();
      lines.delete(server);
      return undefined;
    } finally {
      clearTimeout(late);
    }
  }

  #mark(server: number): void {
    const timeline = this.timelines[server] ?? [];
    const bin = Math.floor(this.elapsedMs / BIN_MS);
    timeline[bin] = (timeline[bin] ?? 0) + 1;
  }
}

function push(map: Map<bigint, string[]>, id: bigint, key: string): void {
  const keys = map.get(id);
  if (keys) keys.push(key);
  else map.set(id, [key]);
}

/**
 * When a server acknowledged bets again after `sinceMs`: the end of its longest silence that began within the next
 * `withinMs`. Milliseconds after `sinceMs`.
 */
export function resumedAfter(timeline: readonly number[], sinceMs: number, withinMs: number): number {
  const first = Math.floor(sinceMs / BIN_MS);
  let [longest, end, silentFrom] = [0, first, first];
  for (let bin = first; bin <= first + withinMs / BIN_MS; bin++) {
    if (!timeline[bin]) continue;
    if (bin - silentFrom > longest) [longest, end] = [bin - silentFrom, bin];
    silentFrom = bin;
  }
  return longest === 0 ? Number.POSITIVE_INFINITY : (end - first) * BIN_MS;
}
