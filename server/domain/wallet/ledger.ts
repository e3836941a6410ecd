import { sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery, type Tx } from '../../../db/client.ts';
import type { transferKind } from '../../../db/schema/wallet.ts';

export interface Balances {
  /** Balance for stakes and withdrawals. */
  available: Paise;
  /** Amount of undecided withdrawals. */
  held: Paise;
}

/** Creates the two accounts of a new player's wallet, both empty. */
export async function openAccounts(tx: Tx, playerId: bigint): Promise<void> {
  await tx.execute(sql`select open_wallet(${playerId})`);
}

/** The player's balances; their accounts are locked until the transaction ends. */
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

/** Transfers of a deposit or withdrawal. */
export type MovementKind = Extract<
  (typeof transferKind.enumValues)[number],
  'deposit' | 'withdrawal_hold' | 'withdrawal_return' | 'withdrawal_payout' | 'withdrawal_returned'
>;

/**
 * Makes a transfer of a deposit or withdrawal: its amount, between its player's accounts and cash. (Bets and settlement
 * make theirs in statements of their own.) The database refuses a debit below zero, a second transfer of the same kind,
 * and one that the transaction's state doesn't allow.
 */
export async function moveForTransaction(tx: Tx, transactionId: bigint, kind: MovementKind, at: Date): Promise<void> {
  await tx.execute(sql`select move_for_transaction(${transactionId}, ${kind}::transfer_kind, ${at.toISOString()})`);
}
