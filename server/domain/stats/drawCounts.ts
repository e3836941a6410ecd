import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { GameType } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** Of so many of a game's latest rounds. */
export const LATEST_ROUNDS = 1_000;

/** How often each number 0-9 won in the latest rounds of a game whose number the fair draw decided. Public. */
export async function drawCounts(ctx: Context, gameType: GameType): Promise<number[]> {
  authorize(ctx, 'contest:read');
  const rows = await rawQuery<{ number: number; times: number }>(
    ctx.db,
    sql`
      select winning_number as number, count(*)::int as times
        from (select winning_number, decided_by from contests
               where game_type = ${gameType} and state in ('DECIDED', 'SETTLED')
               order by number desc limit ${LATEST_ROUNDS}) latest
       where decided_by = 'DRAW' group by winning_number`,
  );
  const counts = Array.from({ length: 10 }, () => 0);
  for (const { number, times } of rows) counts[number] = times;
  return counts;
}
