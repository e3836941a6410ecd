import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { safetyRefusal } from '../ground/refusals/safetyRefusal.ts';

interface Guard {
  stop: 'SELF_EXCLUDED' | 'TIME_OUT' | null;
  room: Paise | null;
  until: Date | null;
}

/**
 * Refuses a deposit that the player's own limits forbid with SELF_EXCLUDED, TIME_OUT or DEPOSIT_LIMIT. Locks the
 * player's account until the transaction ends; the database refuses the row as well.
 */
export async function refuseDeposit(tx: Tx, playerId: bigint, amount: Paise): Promise<void> {
  const [guard] = await rawQuery<Guard>(tx, sql`select stop, room, until from deposit_guard(${playerId})`);
  if (guard === undefined) throw new Error('deposit_guard returned nothing');
  const { stop, room, until } = guard;
  if (stop !== null) throw safetyRefusal(stop, { until });
  if (room !== null && amount > room) throw safetyRefusal('DEPOSIT_LIMIT', { until, remainingPaise: room });
}
