import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { secretStakesOf } from '../ground/rounds/secretStakes.ts';
import type { Balances } from './ledger.ts';

/** A player's totals that help an admin decide about their money. */
export interface PlayerMoneySummary extends Balances {
  playerId: bigint;
  depositsApproved: number;
  depositsDenied: number;
  depositedTotal: Paise;
  withdrawnTotal: Paise;
  registeredAt: Date;
}

/** Summaries in the order of `playerIds`, null for ids of other users. For admins. */
export async function moneySummaries(
  ctx: Context,
  playerIds: readonly bigint[],
): Promise<(PlayerMoneySummary | null)[]> {
  authorize(ctx, 'transaction:readAll');
  if (playerIds.length === 0) return [];
  const rows = await rawQuery<PlayerMoneySummary>(
    ctx.db,
    sql`
    select u.id as "playerId", u.created_at as "registeredAt",
           (count(*) filter (where t.transaction_type = 'credit' and t.status = 'success'))::int as "depositsApproved",
           (count(*) filter (where t.transaction_type = 'credit' and t.status = 'failed'))::int as "depositsDenied",
           coalesce(sum(t.amount) filter (where t.transaction_type = 'credit' and t.status = 'success'), 0)::bigint
             as "depositedTotal",
           coalesce(sum(t.amount) filter (where t.transaction_type = 'debit' and t.status = 'success'), 0)::bigint
             as "withdrawnTotal",
           (available.balance + ${secretStakesOf(sql`u.id`)})::bigint as available, held.balance as held
      from users u
      join ledger_accounts available on available.player_id = u.id and available.kind = 'player_available'
      join ledger_accounts held on held.player_id = u.id and held.kind = 'player_held'
      left join wallet_transactions t on t.player_id = u.id
     where u.id = any (${idArray(playerIds)})
     group by u.id, available.balance, held.balance`,
  );
  const byPlayer = new Map(rows.map((row) => [row.playerId, row]));
  return playerIds.map((id) => byPlayer.get(id) ?? null);
}
