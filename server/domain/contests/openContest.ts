import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { contests, payoutTables } from '../../../db/schema/contests.ts';
import { gameSettings } from '../../../db/schema/settings.ts';
import { ledgerAccounts } from '../../../db/schema/wallet.ts';
import type { Context } from '../context.ts';
import { takeLink } from './chains.ts';
import type { GameType, Slot } from './gameTypes.ts';
import { payoutTable } from './payouts.ts';

/**
 * Opens the contest of `slot`, with the settings as they are now. Returns its id, or null when there is nothing to open:
 * the slot has its contest already, nobody could bet on it any more, or the game's chain has no seed left.
 * The caller has locked the game and decided the contest before.
 */
export async function openContest(tx: Tx, ctx: Context, slot: Slot): Promise<bigint | null> {
  const last = await lastContest(tx, slot.gameType);
  if ((last !== undefined && last.slot >= slot.slot) || ctx.now.getTime() >= slot.closesAt) return null;
  const link = await takeLink(tx, slot.gameType);
  if (link === null) return null;
  const { randomize, profitabilityIndex } = await currentSettings(tx);
  const [contest] = await tx
    .insert(contests)
    .values({
      gameType: slot.gameType,
      gameId: slot.gameId,
      number: (last?.number ?? 0) + 1,
      slot: slot.slot,
      startsAt: new Date(slot.startsAt),
      closesAt: new Date(slot.closesAt),
      endsAt: new Date(slot.endsAt),
      accountId: await openAccount(tx),
      randomize,
      profitabilityLevel: profitabilityIndex,
      payoutTableId: await payoutTableId(tx, ctx.now),
      chainId: link.chainId,
      chainIndex: link.index,
      commitment: link.commitment,
    })
    .returning({ id: contests.id });
  return contest?.id ?? null;
}

async function lastContest(tx: Tx, gameType: GameType): Promise<{ number: number; slot: number } | undefined> {
  const [last] = await tx
    .select({ number: contests.number, slot: contests.slot })
    .from(contests)
    .where(eq(contests.gameType, gameType))
    .orderBy(desc(contests.number))
    .limit(1);
  return last;
}

async function currentSettings(tx: Tx): Promise<{ randomize: boolean; profitabilityIndex: number }> {
  const [settings] = await tx.select().from(gameSettings);
  if (!settings) throw new Error('the row of game settings is missing');
  return settings;
}

/** The ledger account that will hold the contest's stakes. */
async function openAccount(tx: Tx): Promise<bigint> {
  const [account] = await tx.insert(ledgerAccounts).values({ kind: 'contest' }).returning({ id: ledgerAccounts.id });
  if (!account) throw new Error('the contest got no account');
  return account.id;
}

/** The stored row of the payout table in force, written when the table is new. */
async function payoutTableId(tx: Tx, now: Date): Promise<bigint> {
  const basisPoints = [...payoutTable];
  await tx.insert(payoutTables).values({ basisPoints, createdAt: now }).onConflictDoNothing();
  const [row] = await tx
    .select({ id: payoutTables.id })
    .from(payoutTables)
    .where(sql`${payoutTables.basisPoints} = ${sql.param(basisPoints, payoutTables.basisPoints)}`);
  if (!row) throw new Error('the payout table is missing');
  return row.id;
}
