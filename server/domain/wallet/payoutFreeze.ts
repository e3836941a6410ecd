import { sql, type SQL } from 'drizzle-orm';
import { rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { playerOf, type Player } from './playerOf.ts';
import { waitingPayouts } from './payoutHold.ts';

/** A freeze of a player's payouts that is in force. */
export interface PayoutFreeze {
  /** Of its latest row. */
  id: bigint;
  playerId: bigint;
  /** Of its first row. */
  firstId: bigint;
  reason: string;
  madeBy: bigint;
  madeAt: Date;
  endsAt: Date;
  /** The last extension: the admin, the time and the reason. Null when it has not been extended. */
  extendedBy: bigint | null;
  extendedAt: Date | null;
  extensionReason: string | null;
}

const DAY_MS = 24 * 3_600_000;

/** How long a freeze lasts, and an extension adds (guard_payout_freeze). */
export const FREEZE_MS = 14 * DAY_MS;

/** Bounds the list of frozen players. */
const MAX_SHOWN = 200;

/** The freezes in force of these players, in the order of the ids; null for those who have none. For admins. */
export async function freezesOf(ctx: Context, playerIds: readonly bigint[]): Promise<(PayoutFreeze | null)[]> {
  authorize(ctx, 'member:read');
  if (playerIds.length === 0) return [];
  const freezes = await inForce(ctx.db, ctx.now, sql`l.player_id = any (${idArray(playerIds)})`);
  return playerIds.map((id) => freezes.find(({ playerId }) => playerId === id) ?? null);
}

/** The freezes in force, those that end first first; at most 200. For admins. */
export async function frozenPlayers(ctx: Context): Promise<PayoutFreeze[]> {
  authorize(ctx, 'payoutHold:read');
  return inForce(ctx.db, ctx.now, sql`true`);
}

/** Each freeze in force of which the latest row `l` meets the condition. */
function inForce(db: Queryable, now: Date, condition: SQL): Promise<PayoutFreeze[]> {
  return rawQuery<PayoutFreeze>(
    db,
    sql`
      select l.id, l.player_id as "playerId", f.id as "firstId", f.reason, f.made_by as "madeBy", f.made_at as "madeAt",
             l.ends_at as "endsAt",
             case when l.id <> f.id then l.made_by end as "extendedBy",
             case when l.id <> f.id then l.made_at end as "extendedAt",
             case when l.id <> f.id then l.reason end as "extensionReason"
        from payout_freezes l join payout_freezes f on f.id = coalesce(l.extends_id, l.id)
       where l.ended_at is null and l.ends_at > ${now.toISOString()}
         and not exists (select from payout_freezes n where n.player_id = l.player_id and n.id > l.id)
         and ${condition}
       order by l.ends_at, l.id limit ${MAX_SHOWN}`,
  );
}

/**
 * The player, whose row is locked until the transaction ends, with the freeze in force, if any. Refuses with NOT_FOUND who is no
 * player.
 */
export async function lockFreeze(
  tx: Tx,
  now: Date,
  playerId: bigint,
): Promise<{ player: Player; freeze: PayoutFreeze | null }> {
  await tx.execute(sql`select from users where id = ${playerId} for no key update`);
  const player = await playerOf(tx, playerId);
  const [freeze = null] = await inForce(tx, now, sql`l.player_id = ${playerId}`);
  return { player, freeze };
}

/** The same for what can only be done while it is in force. Refuses with CHANGED_MEANWHILE where none is. */
export async function lockRunningFreeze(tx: Tx, now: Date, playerId: bigint) {
  const { player, freeze } = await lockFreeze(tx, now, playerId);
  if (freeze !== null) return { player, freeze };
  throw new DomainError('CHANGED_MEANWHILE', 'The payouts of this player are not frozen any more.');
}

/** To be published when a freeze begins, ends or is extended: admins see the player, the player and admins the withdrawals. */
export async function freezeChanged(tx: Tx, playerId: bigint): Promise<DomainEvent[]> {
  const waiting = await waitingPayouts(tx, sql`player_id = ${playerId}`);
  return [{ type: 'memberChanged', userId: String(playerId) }, ...waiting];
}
