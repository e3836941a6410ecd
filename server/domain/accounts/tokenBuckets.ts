import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { Context } from '../context.ts';

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

/** Returns a token that turned out not to be needed. */
export async function returnToken(queryable: Queryable, { key, refillMs }: Bucket): Promise<void> {
  await queryable.execute(
    sql`update token_buckets set full_at = full_at - ${refillMs}::int * interval '1 ms' where key = ${key}`,
  );
}
