import { openSubscriber } from './subscriber.ts';

export interface SocketOrder {
  url: string;
  /** Access tokens; their sockets are spread evenly. */
  tokens: string[];
  sockets: number;
  /** The server's clock minus this machine's, in milliseconds. */
  clockOffsetMs: number;
}

/** What happened since the last report. */
export interface SocketReport {
  open: number;
  messages: number;
  lost: number;
  /** Milliseconds from the end of each round that was decided to the first and the last subscriber that got its number. */
  lags: { game: string; first: number; last: number }[];
}

const OPENED_TOGETHER = 20;
const REOPEN_MS = 2_000;
/** After this long all subscribers of a round have its number. */
const COMPLETE_MS = 3_000;
const games = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'];
const DECIDED = Buffer.from('"phase":"DECIDED"');

interface Ending {
  game: string;
  endsAt: number;
  first: number;
  last: number;
}

/** Keeps sockets open that subscribe to the rounds of the three games in turn. */
export class SocketLoad {
  readonly #order: SocketOrder;
  readonly #endings = new Map<string, Ending>();
  #open = 0;
  #messages = 0;
  #lost = 0;

  constructor(order: SocketOrder) {
    this.#order = order;
  }

  async start(): Promise<void> {
    const { sockets } = this.#order;
    for (let opened = 0; opened < sockets; opened += OPENED_TOGETHER) {
      const few = Math.min(OPENED_TOGETHER, sockets - opened);
      await Promise.all(Array.from({ length: few }, (_, index) => this.#subscribe(opened + index)));
    }
  }

  report(): SocketReport {
    const lags = [...this.#endings.entries()].flatMap(([key, ending]) => {
      if (this.#now() - ending.last < COMPLETE_MS) return [];
      this.#endings.delete(key);
      return [{ game: ending.game, first: ending.first - ending.endsAt, last: ending.last - ending.endsAt }];
    });
    const report = { open: this.#open, messages: this.#messages, lost: this.#lost, lags };
    this.#messages = 0;
    this.#lost = 0;
    return report;
  }

  async #subscribe(index: number): Promise<void> {
    const { url, tokens } = this.#order;
    const game = games[index % games.length] as string;
    const again = () => setTimeout(() => void this.#subscribe(index), REOPEN_MS);
    const options = { url, graphql: true, token: tokens[index % tokens.length] as string, gameType: game };
    try {
      await openSubscriber(options, {
        onMessage: (payload) => this.#receive(game, payload),
        onClosed: () => {
          this.#open -= 1;
          this.#lost += 1;
          again();
        },
      });
      this.#open += 1;
    } catch {
      this.#lost += 1;
      again();
    }
  }

  #receive(game: string, payload: Buffer): void {
    this.#messages += 1;
    if (!payload.includes(DECIDED)) return;
    const at = this.#now();
    const known = this.#endings.get(game);
    if (known && at - known.first < COMPLETE_MS) {
      known.last = at;
      return;
    }
    const endsAt = Date.parse(/"endsAt":"([^"]+)"/.exec(payload.toString('latin1'))?.[1] ?? '');
    if (!Number.isNaN(endsAt)) this.#endings.set(game, { game, endsAt, first: at, last: at });
  }

  /** By the server's clock. */
  #now(): number {
    return Date.now() + this.#order.clockOffsetMs;
  }
}
