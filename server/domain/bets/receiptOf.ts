import type { Context } from '../ground/verbs/context.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import type { IssuedReceipt } from '../ground/rounds/receiptIssuer.ts';
import type { Bet } from './bet.ts';

/**
 * A receipt of the player's own bet: null of another player's, under version 1 of the draw, and of a cancelled bet, which
 * is under no root. A promise only where something has to be read first.
 */
export function receiptOf(ctx: Context, bet: Bet): IssuedReceipt | Promise<IssuedReceipt> | null {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  if (!isNumbered(bet) || bet.cancelled || bet.playerId !== playerId) return null;
  return bet.gathered === undefined ? ctx.receipts.issue(bet) : bet.gathered.receipt();
}

function isNumbered(bet: Bet): bet is Bet & { number: number } {
  return bet.number !== null;
}
