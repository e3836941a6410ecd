import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/accounts.ts';
import { DomainError } from '../ground/refusals/errors.ts';

/** A player, as what admins do for one needs it. */
export interface Player {
  id: bigint;
  uid: string;
  closedAt: Date | null;
}

/** Refuses with NOT_FOUND an account that is no player's. */
export async function playerOf(tx: Tx, playerId: bigint): Promise<Player> {
  const [player] = await tx
    .select({ id: users.id, uid: users.uid, closedAt: users.closedAt })
    .from(users)
    .where(and(eq(users.id, playerId), eq(users.userType, 'player')));
  if (player === undefined) throw new DomainError('NOT_FOUND', 'There is no such player.', { field: 'userId' });
  return player;
}
