import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery, type Tx } from '../../../db/client.ts';
import type { transferKind } from '../../../db/schema/wallet.ts';

export interface Balances {
  /** What the player can stake or withdraw. */
  available: Paise;
  /** What waits in withdrawals that nobody has decided yet. */
  held: Paise;
}

/** Gives a new player the two accounts of a wallet, both empty. */
export async function openAccounts(tx: Tx, playerId: bigint): Promise<void> {
  await tx.execute(sql`select open_wallet(${playerId})`);
}

/** The player's balances; their accounts are locked until the transaction ends, so that they stay true. */
export async function lockAccounts(tx: Tx, playerId: bigint): Promise<Balances> {
  const rows = await rawQuery<{ kind: string; balance: Paise | null }>(
    tx,
    sql`select kind, balance from lock_wallet(${playerId})`,
  );
  const available = rows.find((row) => row.kind === 'player_available');
  const held = rows.find((row) => row.kind === 'player_held');
  if (available?.balance == null || held?.balance == null) throw new Error(`player ${playerId} has no wallet`);
  return { available: available.balance, held: held.balance };
}

/** What a deposit or withdrawal moves. */
export type MovementKind = Extract<
  (typeof transferKind.enumValues)[number],
  'deposit' | 'withdrawal_hold' | 'withdrawal_return' | 'withdrawal_payout'
>;

/**
 * Makes a movement of a deposit or withdrawal: its amount, between its player's accounts and the world outside. (Bets and
 * settlement move theirs in statements of their own.) The database refuses a debit below zero, a second movement of the
 * same kind, and one that the transaction's state doesn't call for.
 */
export async function moveForTransaction(tx: Tx, transactionId: bigint, kind: MovementKind, at: Date): Promise<void> {
  await tx.execute(sql`select move_for_transaction(${transactionId}, ${kind}::transfer_kind, ${at.toISOString()})`);
}
