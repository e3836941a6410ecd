import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { listOperatorContests } from '../contests/contestQueries.ts';
import type { ContestView } from '../contests/contestView.ts';
import type { GameType } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { Page, PageRequest } from '../ground/database/keyset.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { readMonth } from './month.ts';

/**
 * A game's rounds of a month that an operator decided or that are void, newest first, from DECIDED on or, void, from
 * their end on. Public. Refuses with INVALID_INPUT what is no month.
 */
export function operatorRounds(
  ctx: Context,
  { gameType, month }: { gameType: GameType; month: string },
  request: PageRequest,
): Promise<Page<ContestView>> {
  return listOperatorContests(ctx, gameType, readMonth(month), request);
}

/**
 * Why operators set the numbers of these contests, in the order of their ids: the reason of the last override, from
 * DECIDED on, since it may tell the number. Null for any other contest. Public.
 */
export async function overrideReasons(ctx: Context, ids: readonly bigint[]): Promise<(string | null)[]> {
  authorize(ctx, 'contest:read');
  const rows = await rawQuery<{ id: bigint; reason: string | null }>(
    ctx.db,
    sql`
      select c.id, ${overrideReason} as reason from contests c
       where c.id = any(${idArray(ids)}) and c.decided_by = 'OPERATOR'`,
  );
  const reasons = new Map(rows.map(({ id, reason }) => [id, reason]));
  return ids.map((id) => reasons.get(id) ?? null);
}

/** The reason of a contest `c`, from the audit log. */
export const overrideReason = sql`(
  select a.reason from audit_log a
   where a.subject_type = 'contest' and a.subject = c.game_id and a.action = 'contest:override'
   order by a.id desc limit 1)`;
