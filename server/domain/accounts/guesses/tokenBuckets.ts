import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';

/** A rate: `capacity` at once, then one every `refillMs`. */
export interface Bucket {
  key: Buffer;
  capacity: number;
  refillMs: number;
}

/**
 * Takes a token, shared by all servers. `waitSeconds` is 0 when there was one, else the whole seconds until there is.
 * `tokensLeft` counts whole tokens after it.
 */
export async function takeToken(
  queryable: Queryable,
  { now }: Pick<Context, 'now'>,
  { key, capacity, refillMs }: Bucket,
): Promise<{ waitSeconds: number; tokensLeft: number }> {
  const { rows } = await queryable.execute<{ waitSeconds: number; tokensLeft: number }>(sql`
    select wait_seconds as "waitSeconds", tokens_left as "tokensLeft"
      from take_token(${key}, ${capacity}, ${refillMs}, ${now.toISOString()})`);
  const [taken] = rows;
  if (taken === undefined) throw new Error('take_token gave no answer');
  return taken;
}

/**
 * Takes a token from each bucket; from none where one is empty, and refuses with RATE_LIMITED. Returns the tokens left in the
 * last one.
 */
export async function takeTokens(ctx: Context, buckets: readonly Bucket[]): Promise<number> {
  let left = Number.POSITIVE_INFINITY;
  for (const [index, bucket] of buckets.entries()) {
    const { waitSeconds, tokensLeft } = await takeToken(ctx.db, ctx, bucket);
    if (waitSeconds > 0) {
      await returnTokens(ctx, buckets.slice(0, index));
      throw new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds: waitSeconds });
    }
    left = tokensLeft;
  }
  return left;
}

/** Returns tokens that turned out not to be needed. */
export async function returnTokens({ db }: Pick<Context, 'db'>, buckets: readonly Bucket[]): Promise<void> {
  for (const { key, refillMs } of buckets) {
    await db.execute(
      sql`update token_buckets set full_at = full_at - ${refillMs}::int * interval '1 ms' where key = ${key}`,
    );
  }
}
