import type { Api } from './api.ts';
import { pick } from './simulatedPlayers.ts';

export const games = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'] as const;
/** How long one answer is used. */
const FRESH_MS = 1_000;
/** No bets in the last moment before a round closes. */
const MARGIN_MS = 500;

interface OpenRound {
  gameId: string;
  /** By this process's monotonic clock. */
  closesAt: number;
}

/** The rounds that take bets, read at most once a second for all who ask. */
export class OpenRounds {
  readonly #api: Api;
  #open: readonly OpenRound[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The name of a round that takes bets; undefined when there is none now. */
  async any(): Promise<string | undefined> {
    if (performance.now() - this.#readAt > FRESH_MS) {
      this.#reading ??= this.read().finally(() => (this.#reading = undefined));
      await this.#reading;
    }
    return this.known();
  }

  /** The same from what was read last. */
  known(): string | undefined {
    const now = performance.now();
    const taking = this.#open.filter(({ closesAt }) => closesAt - MARGIN_MS > now);
    return taking.length === 0 ? undefined : pick(taking).gameId;
  }

  async read(): Promise<void> {
    const fields = games.map((game) => `${game}: activeContest(gameType: ${game}) { gameId state evaluationTime }`);
    const data = await this.#api.query(`{ serverTime ${fields.join(' ')} }`);
    const serverTime = Date.parse(data['serverTime']);
    const now = performance.now();
    this.#open = games.flatMap((game) => {
      const round = data[game];
      if (round?.['state'] !== 'OPEN') return [];
      return [{ gameId: String(round['gameId']), closesAt: now + Date.parse(round['evaluationTime']) - serverTime }];
    });
    this.#readAt = now;
  }
}
