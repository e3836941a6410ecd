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
  return isNumbered(bet) && !bet.cancelled && bet.playerId === playerId ? ctx.receipts.issue(bet) : null;
}

function isNumbered(bet: Bet): bet is Bet & { number: number } {
  return bet.number !== null;
}
