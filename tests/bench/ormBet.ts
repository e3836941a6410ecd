import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type Db, inTransaction } from '../../db/client.ts';
import type { Paise } from '../../db/columns.ts';
import { betKeys, bets } from '../../db/schema/bets.ts';
import { contests } from '../../db/schema/contests.ts';
import { ledgerAccounts, transfers } from '../../db/schema/wallet.ts';

export interface PlainBet {
  playerId: bigint;
  contestId: bigint;
  selection: number;
  amount: Paise;
}

/** The usual way to place a bet: an interactive transaction, statement by statement. Returns the bet's id and balance. */
export async function betThroughOrm(db: Db, bet: PlainBet, at: Date): Promise<{ id: bigint; balanceAfter: Paise }> {
  const { playerId, contestId, selection, amount } = bet;
  return inTransaction(db, async (tx) => {
    const [open] = await tx
      .select()
      .from(contests)
      .where(and(eq(contests.id, contestId), eq(contests.state, 'OPEN')))
      .for('share');
    const [account] = await tx
      .select()
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.playerId, playerId), eq(ledgerAccounts.kind, 'player_available')))
      .for('no key update');
    if (!open || !account?.balance || account.balance < amount) throw new Error('the bet was refused');
    const balanceAfter = (account.balance - amount) as Paise;
    const [placed] = await tx
      .insert(bets)
      .values({ contestId, playerId, selection, amount, balanceAfter, placedAt: at })
      .returning();
    if (!placed) throw new Error('the bet was not written');
    await tx.insert(betKeys).values({ playerId, key: randomUUID(), betId: placed.id, createdAt: at });
    await tx.insert(transfers).values({
      debitAccountId: account.id,
      creditAccountId: open.accountId,
      amount,
      kind: 'bet_stake',
      referenceId: placed.id,
      createdAt: at,
    });
    return { id: placed.id, balanceAfter };
  });
}
