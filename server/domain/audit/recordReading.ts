import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import type { Context } from '../ground/verbs/context.ts';
import { recordAudit } from './recordAudit.ts';

/** Data of a player that an admin can read. */
export type PlayerData = 'account' | 'money' | 'bets' | 'tickets' | 'sessions';

/**
 * Records that an admin reads this data of this player, once in 15 minutes. Await it before returning the data, so that
 * no read goes unrecorded. Does nothing for other actors, nor for the account of an admin.
 */
export async function recordReading(ctx: Context, playerId: bigint, data: PlayerData): Promise<void> {
  if (ctx.actor.kind !== 'admin') return;
  const key = `${ctx.actor.userId} ${playerId} ${data}`;
  await ctx.readings.once(key, ctx.now.getTime(), () =>
    inTransaction(ctx.db, async (tx) => {
      const [user] = await tx
        .select({ uid: users.uid, userType: users.userType })
        .from(users)
        .where(eq(users.id, playerId));
      if (user?.userType !== 'player') return;
      await recordAudit(tx, ctx, {
        action: 'member:read',
        subjectType: 'user',
        subject: user.uid,
        after: { data },
      });
    }),
  );
}
