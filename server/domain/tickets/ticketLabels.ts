import { eq, inArray } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import { tickets } from '../../../db/schema/support.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { allows } from '../ground/actors/permissions.ts';

/**
 * What admins know tickets by, title and player ("UPI Payment Stuck · 12345678"), in the order of `ids`; null where there
 * is no ticket, and for those who may not read tickets.
 */
export async function ticketLabels(ctx: Context, ids: readonly bigint[]): Promise<(string | null)[]> {
  if (!allows(ctx.actor, 'ticket:readAll')) return ids.map(() => null);
  const rows = await ctx.db
    .select({ id: tickets.id, title: tickets.title, uid: users.uid })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.playerId))
    .where(inArray(tickets.id, [...ids]));
  return inOrderOf(ids, rows).map((row) => row && `${row.title} · ${row.uid}`);
}
