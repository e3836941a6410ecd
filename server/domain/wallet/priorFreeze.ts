import { sql } from 'drizzle-orm';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { FREEZE_MS } from './payoutFreeze.ts';

/**
 * Refuses with OWN_PROPOSAL an admin who made, or extended last, the freeze of the player that was over less than 14 days ago: they
 * would prolong their own.
 */
export async function refusePriorMaker(
  tx: Tx,
  now: Date,
  { playerId, adminId }: { playerId: bigint; adminId: bigint },
): Promise<void> {
  const since = new Date(now.getTime() - FREEZE_MS).toISOString();
  const own = await rawQuery(
    tx,
    sql`
      select from payout_freezes l join payout_freezes f on f.id = coalesce(l.extends_id, l.id)
       where l.id = (select max(id) from payout_freezes where player_id = ${playerId})
         and coalesce(l.ended_at, l.ends_at) > ${since} and ${adminId} in (l.made_by, f.made_by)`,
  );
  if (own.length > 0) {
    throw new DomainError(
      'OWN_PROPOSAL',
      'You froze these payouts less than 14 days before: another admin has to freeze them again.',
    );
  }
}
