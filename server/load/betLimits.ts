import type { Api } from './api.ts';
import { games } from './openRounds.ts';

/** The limits of single bets of a game's running round, in decimal rupees; null: none. */
export interface BetLimits {
  readonly game: string;
  readonly minBet: string | null;
  readonly maxBet: string | null;
}

/** Of every game that has a running round. */
export async function readBetLimits(api: Api): Promise<BetLimits[]> {
  const fields = games.map((game) => `${game}: activeContest(gameType: ${game}) { limits { minBet maxBet } }`);
  const data = await api.query(`{ ${fields.join(' ')} }`);
  return games.map((game) => ({ game, minBet: null, maxBet: null, ...data[game]?.['limits'] }));
}

/** Why bets of `stake` (decimal rupees) would be refused; null where no game refuses them. */
export function stakeObstacle(stake: string, limits: readonly BetLimits[]): string | null {
  const amount = Number(stake);
  if (!(amount > 0)) return '--stake takes an amount in rupees, such as 0.10.';
  for (const { game, minBet, maxBet } of limits) {
    if (minBet !== null && amount < Number(minBet)) {
      return `A stake of ${stake} is below the smallest bet of ${game}, ${minBet}: name a higher one with --stake.`;
    }
    if (maxBet !== null && amount > Number(maxBet)) {
      return `A stake of ${stake} is above the largest bet of ${game}, ${maxBet}: name a lower one with --stake.`;
    }
  }
  return null;
}
