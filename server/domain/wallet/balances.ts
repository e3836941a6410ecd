import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { ledgerAccounts } from '../../../db/schema/wallet.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import type { Balances } from './ledger.ts';
import { NO_PAISE } from '../money.ts';

/** Balances by player, in the order of `playerIds`. Players read their own, admins all; null for the rest. */
export async function balancesById(ctx: Context, playerIds: readonly bigint[]): Promise<(Balances | null)[]> {
  const { actor } = ctx;
  if (actor.kind === 'player') authorize(ctx, 'wallet:readOwn');
  else authorize(ctx, 'member:read');
  const readable = playerIds.filter((id) => actor.kind === 'admin' || (actor.kind === 'player' && id === actor.userId));
  const found = await readBalances(ctx.db, readable);
  return playerIds.map((id) => found.get(id) ?? null);
}

/** Balances of these players without authorization: for callers that have authorized already. */
export async function readBalances(queryable: Queryable, playerIds: readonly bigint[]): Promise<Map<bigint, Balances>> {
  const found = new Map<bigint, Balances>();
  if (playerIds.length === 0) return found;
  const rows = await queryable
    .select()
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.playerId, [...playerIds]));
  for (const { playerId, kind, balance } of rows) {
    if (playerId === null || balance === null) continue;
    const balances = found.get(playerId) ?? { available: NO_PAISE, held: NO_PAISE };
    found.set(playerId, { ...balances, [kind === 'player_held' ? 'held' : 'available']: balance });
  }
  return found;
}
