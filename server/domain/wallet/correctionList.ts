import { and, eq, inArray } from 'drizzle-orm';
import { balanceCorrections } from '../../../db/schema/wallet.ts';
import { recordReading } from '../audit/recordReading.ts';
import type { Context } from '../ground/verbs/context.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { pageById, toPage, type Page, type PageRequest } from '../ground/database/keyset.ts';
import { allows, authorize } from '../ground/actors/permissions.ts';
import type { BalanceCorrection } from './correction.ts';

/** A player's corrections, newest first, for admins. */
export async function listCorrections(
  ctx: Context,
  playerId: bigint,
  page: PageRequest,
): Promise<Page<BalanceCorrection>> {
  authorize(ctx, 'correction:read');
  await recordReading(ctx, playerId, 'money');
  const { where, orderBy, limit } = pageById(balanceCorrections.id, page);
  const rows = await ctx.db
    .select()
    .from(balanceCorrections)
    .where(and(eq(balanceCorrections.playerId, playerId), where))
    .orderBy(orderBy)
    .limit(limit);
  return toPage(rows, page);
}

/** Corrections in the order of `ids`: players see their own, admins who may read them all; null for the rest. */
export async function correctionsById(ctx: Context, ids: readonly bigint[]): Promise<(BalanceCorrection | null)[]> {
  const { actor } = ctx;
  const own = actor.kind === 'player' ? eq(balanceCorrections.playerId, actor.userId) : undefined;
  if (ids.length === 0 || (own === undefined && !allows(actor, 'correction:read'))) return ids.map(() => null);
  const rows = await ctx.db
    .select()
    .from(balanceCorrections)
    .where(and(inArray(balanceCorrections.id, [...ids]), own));
  return inOrderOf(ids, rows);
}
