import type { Paise } from '../../../db/columns.ts';
import type { Queryable } from '../../../db/client.ts';
import { gameLimits } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { GameType } from '../ground/verbs/events.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** The operator's limits of a game, in paise; null where there is none. */
export interface Limits {
  minBet: Paise | null;
  maxBet: Paise | null;
  /** What one player may stake in one round. */
  maxStake: Paise | null;
  /** What a round of the draw may cost the house at any number. */
  maxPayout: Paise | null;
}

export interface GameLimits extends Limits {
  gameType: GameType;
}

export const noLimits: Limits = { minBet: null, maxBet: null, maxStake: null, maxPayout: null };

/** The limits of rounds of a game that open from now on, for admins. */
export function getGameLimits(ctx: Context, gameType: GameType): Promise<GameLimits> {
  authorize(ctx, 'settings:read');
  return readGameLimits(ctx.db, gameType);
}

export async function readGameLimits(queryable: Queryable, gameType: GameType): Promise<GameLimits> {
  const rows = await queryable.select().from(gameLimits);
  return rows.find((row) => row.gameType === gameType) ?? { gameType, ...noLimits };
}
