import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { users } from '../../../db/schema/accounts.ts';
import { contestResults } from '../../../db/schema/bets.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

export interface RecentWin {
  /** Masked, so that the player can't be identified. */
  name: string;
  /** What the round returned. */
  amount: Paise;
  /** A made-up example, shown until enough players have won. */
  sample: boolean;
}

/** Number of entries in the ticker, and how many are visible at a time. */
const ENTRIES = 6;
const SHOWN = 4;

const samples: readonly RecentWin[] = [
  ['Aa***v', 96_000n],
  ['Di***a', 40_000n],
  ['Ro***n', 1_92_000n],
  ['Me***a', 20_000n],
  ['Ka***r', 4_80_000n],
  ['Sn***a', 64_000n],
].map(([name, amount]) => ({ name: name as string, amount: amount as Paise, sample: true }));

const sinceRealMoney = sql`${contestResults.settledAt} > coalesce((select went_live_at from money_mode), '-infinity')`;

/**
 * Real recent wins for the home screen's ticker, newest first; until there are four of them, six samples, or none where money is
 * real: wins that nobody had would be advertising. Wins of play money that ended don't count.
 */
export async function recentWins(ctx: Context): Promise<readonly RecentWin[]> {
  authorize(ctx, 'recentWins:read');
  const rows = await ctx.db
    .select({ name: users.name, amount: contestResults.winAmount })
    .from(contestResults)
    .innerJoin(users, eq(users.id, contestResults.playerId))
    .where(and(gt(contestResults.winAmount, contestResults.betAmount), eq(users.simulated, false), sinceRealMoney))
    .orderBy(desc(contestResults.settledAt))
    .limit(ENTRIES);
  if (rows.length < SHOWN) return ctx.config.moneyMode === 'real' ? [] : samples;
  return rows.map(({ name, amount }) => ({ name: maskedName(name), amount, sample: false }));
}

/** Grapheme clusters in any script: a vowel sign stays with its consonant. */
const graphemes = new Intl.Segmenter();

/** The first two letters and the last: "Aarav" becomes "Aa***v". Short names keep only their first. */
export function maskedName(name: string): string {
  const letters = Array.from(graphemes.segment(name.trim()), ({ segment }) => segment);
  if (letters.length <= 3) return `${letters[0] ?? ''}***`;
  return `${letters.slice(0, 2).join('')}***${letters.at(-1)}`;
}
