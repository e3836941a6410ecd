import { sql } from 'drizzle-orm';
import { users } from '../../../db/schema/accounts.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

/** How many accounts are simulated players, for admins. Written as the condition of their index is. */
export function simulatedPlayers(ctx: Context): Promise<number> {
  authorize(ctx, 'stats:read');
  return ctx.db.$count(users, sql`${users.simulated}`);
}
