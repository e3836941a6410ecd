import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import { rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import { ledgerAccounts, type transferKind } from '../../../db/schema/wallet.ts';

type TransferKind = (typeof transferKind.enumValues)[number];

export interface Balances {
  /** What the player can stake or withdraw. */
  available: Paise;
  /** What waits in withdrawals that nobody has decided yet. */
  held: Paise;
}

export interface PlayerAccounts extends Balances {
  availableId: bigint;
  heldId: bigint;
}

/** Gives a new player the two accounts of a wallet, both empty. */
export async function openAccounts(tx: Tx, playerId: bigint): Promise<void> {
  await tx.execute(sql`
    insert into ledger_accounts (kind, player_id, balance)
    values ('player_available', ${playerId}, 0), ('player_held', ${playerId}, 0)`);
}

/** The player's accounts, locked until the transaction ends, so that what they say stays true. */
export async function lockAccounts(tx: Tx, playerId: bigint): Promise<PlayerAccounts> {
  const rows = await tx
    .select()
    .from(ledgerAccounts)
    .where(
      and(eq(ledgerAccounts.playerId, playerId), inArray(ledgerAccounts.kind, ['player_available', 'player_held'])),
    )
    .orderBy(ledgerAccounts.id)
    .for('no key update');
  const available = rows.find((row) => row.kind === 'player_available');
  const held = rows.find((row) => row.kind === 'player_held');
  if (available?.balance == null || held?.balance == null) throw new Error(`player ${playerId} has no wallet`);
  return { availableId: available.id, heldId: held.id, available: available.balance, held: held.balance };
}

/** The account that stands for the world outside: deposits come from it, payouts go to it. */
export async function cashAccountId(queryable: Queryable): Promise<bigint> {
  const [row] = await queryable
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.kind, 'cash'));
  if (row === undefined) throw new Error('the ledger has no cash account');
  return row.id;
}

/**
 * Moves money: the one door for single movements (bets and settlement have its set-based forms). The database refuses
 * a debit below zero and a second movement of the same kind for the same reference. Returns the transfer's id.
 */
export async function postTransfer(
  tx: Tx,
  transfer: {
    debitAccountId: bigint;
    creditAccountId: bigint;
    amount: Paise;
    kind: TransferKind;
    /** The bet, contest or wallet transaction it was for. */
    referenceId: bigint;
    at: Date;
  },
): Promise<bigint> {
  const { debitAccountId, creditAccountId, amount, kind, referenceId, at } = transfer;
  const [row] = await rawQuery<{ id: bigint }>(
    tx,
    sql`select post_transfer(${debitAccountId}, ${creditAccountId}, ${amount}, ${kind}::transfer_kind, ${referenceId},
                             ${at.toISOString()}) as id`,
  );
  if (row === undefined) throw new Error('a posted transfer has no id');
  return row.id;
}
