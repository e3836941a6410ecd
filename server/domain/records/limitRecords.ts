import { takeToken } from '../accounts/guesses/tokenBuckets.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';

const MINUTE_MS = 60_000;

/** Files of a player's own records that one player may have made: so many at once, then one each `refillMs`. */
const limits = {
  personalData: { capacity: 3, refillMs: 60 * MINUTE_MS },
  statement: { capacity: 20, refillMs: 3 * MINUTE_MS },
} as const;

/** Counts a file. Refuses with RATE_LIMITED above the limit. */
export async function limitRecords(ctx: Context, playerId: bigint, file: keyof typeof limits): Promise<void> {
  if (!ctx.config.rateLimited) return;
  const key = ctx.tokens.limitKey('records', file, String(playerId));
  const { waitSeconds } = await takeToken(ctx.db, ctx, { key, ...limits[file] });
  if (waitSeconds > 0) {
    throw new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds: waitSeconds });
  }
}
