import type { Context } from '../context.ts';
import { requirePlayer } from '../permissions.ts';
import type { Receipt } from '../receiptIssuer.ts';
import type { Bet } from './bet.ts';

/**
 * A receipt of the player's own bet: null of another player's, under version 1 of the draw, and of a cancelled bet, which
 * is under no root.
 */
export async function receiptOf(ctx: Context, bet: Bet): Promise<Receipt | null> {
  const playerId = requirePlayer(ctx, 'bet:readOwn');
  const { number } = bet;
  if (number === null || bet.cancelled || bet.playerId !== playerId) return null;
  return ctx.receipts.issue({ ...bet, number });
}
