import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';

/** At start with real money: the database keeps for ever that it has held some, and refuses to forfeit any balance. */
export async function noteRealMoney(ctx: Context): Promise<void> {
  authorize(ctx, 'realMoney:note');
  if (ctx.config.moneyMode === 'real') await ctx.db.execute(sql`select note_real_money(${ctx.now.toISOString()})`);
}
