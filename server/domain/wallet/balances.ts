import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import { idArray } from '../../../db/idArray.ts';
import { ledgerAccounts } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { accountsOf } from '../ground/ledger/accountsOf.ts';
import type { Balances } from './ledger.ts';
import { NO_PAISE } from '../ground/values/money.ts';
import { secretStakesOf } from '../ground/rounds/secretStakes.ts';

/**
 * Balances by player, in the order of `playerIds`. Players read their own, admins all; null for the rest. To admins stakes are
 * shown as available while they are secret.
 */
export async function balancesById(ctx: Context, playerIds: readonly bigint[]): Promise<(Balances | null)[]> {
  const { actor } = ctx;
  if (actor.kind === 'player') authorize(ctx, 'wallet:readOwn');
  else authorize(ctx, 'member:read');
  const readable = playerIds.filter((id) => actor.kind === 'admin' || (actor.kind === 'player' && id === actor.userId));
  const found = actor.kind === 'admin' ? await shownBalances(ctx.db, readable) : await readBalances(ctx.db, readable);
  return playerIds.map((id) => found.get(id) ?? null);
}

/** Balances as admins may see them: with what is staked in rounds whose stakes are secret. Without authorization. */
export async function shownBalances(
  queryable: Queryable,
  playerIds: readonly bigint[],
): Promise<Map<bigint, Balances>> {
  if (playerIds.length === 0) return new Map();
  const rows = await rawQuery<Balances & { playerId: bigint }>(
    queryable,
    sql`select available.player_id as "playerId", (available.balance + ${secretStakesOf(sql`available.player_id`)})::bigint as available,
               held.balance as held
          from ledger_accounts available
          join ledger_accounts held on held.player_id = available.player_id and held.kind = 'player_held'
         where available.kind = 'player_available' and available.player_id = any (${idArray(playerIds)})`,
  );
  return new Map(rows.map(({ playerId, available, held }) => [playerId, { available, held }]));
}

/** Balances of these players without authorization: for callers that have authorized already. */
export async function readBalances(queryable: Queryable, playerIds: readonly bigint[]): Promise<Map<bigint, Balances>> {
  const found = new Map<bigint, Balances>();
  if (playerIds.length === 0) return found;
  const rows = await queryable
    .select()
    .from(ledgerAccounts)
    .where(accountsOf(sql`= any (${idArray(playerIds)})`));
  for (const { playerId, kind, balance } of rows) {
    if (playerId === null || balance === null) continue;
    const balances = found.get(playerId) ?? { available: NO_PAISE, held: NO_PAISE };
    found.set(playerId, { ...balances, [kind === 'player_held' ? 'held' : 'available']: balance });
  }
  return found;
}
