import { sql } from 'drizzle-orm';
import { rawQuery } from '../../db/client.ts';
import { Tokens } from '../../server/platform/tokens.ts';
import type { TestDatabase } from '../support/database.ts';
import { TEST_START } from '../support/server.ts';

/** Passed to the bench's servers, so that the bench can sign tokens for their players. */
export const TOKEN_SECRET = 'a secret of the bench, which guards nothing but its own players';

/** Access tokens of live sessions, one for each player, which began at this instant. */
export async function givenTokens(
  { db }: TestDatabase,
  players: readonly bigint[],
  at = TEST_START,
): Promise<string[]> {
  const now = new Date(at);
  const expiresAt = new Date(at + 30 * 60_000);
  const rows = await rawQuery<{ userId: bigint; sessionId: bigint }>(
    db,
    sql`insert into sessions (user_id, refresh_hash, created_at, last_seen_at, expires_at)
        select id, sha256((id || ' ' || ${at}::text)::bytea), ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
               ${expiresAt.toISOString()}::timestamptz
          from users where id between ${players[0]} and ${players.at(-1)}
        returning user_id as "userId", id as "sessionId"`,
  );
  await db.execute(sql`analyze sessions`);
  const tokens = new Tokens(Buffer.from(TOKEN_SECRET));
  return Promise.all(
    rows.map(({ userId, sessionId }) => tokens.signAccess({ userId, sessionId, role: 'player', expiresAt }, now)),
  );
}
