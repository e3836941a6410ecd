import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../../db/client.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import type { Balances } from './ledger.ts';
import { paise } from '../ground/values/money.ts';
import { decimal, remembered, unversioned, unversionedDecimal, type Remembered } from './remembered.ts';
import type { WalletTransaction } from './transaction.ts';

/** A transaction's state when the call was answered, from its current row. */
type AsAnswered = (row: WalletTransaction) => WalletTransaction;

/** As requested by its player, whatever has been decided since. */
export const asRequested: AsAnswered = (row) => ({
  ...row,
  status: 'pending',
  message: null,
  payoutReference: null,
  payoutClaim: null,
  denialReason: null,
  proposedBy: null,
  decidedAloneAt: null,
  coveringLineId: null,
  decidedBy: null,
  decidedAt: null,
  updatedAt: row.createdAt,
});

/** As decided or cancelled, which is final. */
export const asDecided: AsAnswered = (row) => row;

const transactionForm = z.union([
  z.object({ v: z.literal(1), transactionId: decimal }),
  z
    .object({ ...unversioned, transaction: z.object({ id: unversionedDecimal }) })
    .transform(({ transaction }) => ({ transactionId: transaction.id })),
]);

/** The answer of a verb that returns a transaction. */
export function rememberedTransaction(asAnswered: AsAnswered): Remembered<{ transaction: WalletTransaction }> {
  return remembered(
    transactionForm,
    ({ transaction }) => ({ v: 1, transactionId: String(transaction.id) }),
    async (tx, { transactionId }) => ({ transaction: asAnswered(await readTransaction(tx, transactionId)) }),
  );
}

const decisionForm = transactionForm.and(z.object({ proposed: z.literal(1).optional() }));

/** The answer of a decision. What was proposed instead is answered as it was then: pending. */
export const rememberedDecision: Remembered<{ transaction: WalletTransaction; proposed: boolean }> = remembered(
  decisionForm,
  ({ transaction, proposed }) => ({ v: 1, transactionId: String(transaction.id), ...(proposed && { proposed: 1 }) }),
  async (tx, { transactionId, proposed }) => {
    const asAnswered = proposed ? asRequested : asDecided;
    return { transaction: asAnswered(await readTransaction(tx, transactionId)), proposed: proposed === 1 };
  },
);

const movementForm = z.union([
  z.object({ v: z.literal(1), transactionId: decimal, available: decimal, held: decimal }),
  z
    .object({
      ...unversioned,
      transaction: z.object({ id: unversionedDecimal }),
      balances: z.object({ available: unversionedDecimal, held: unversionedDecimal }),
    })
    .transform(({ transaction, balances }) => ({ transactionId: transaction.id, ...balances })),
]);

/** The answer of a verb that returns a transaction and its player's balances right after it. */
export function rememberedMovement(
  asAnswered: AsAnswered,
): Remembered<{ transaction: WalletTransaction; balances: Balances }> {
  return remembered(
    movementForm,
    ({ transaction, balances: { available, held } }) => ({
      v: 1,
      transactionId: String(transaction.id),
      available: String(available),
      held: String(held),
    }),
    async (tx, { transactionId, available, held }) => ({
      transaction: asAnswered(await readTransaction(tx, transactionId)),
      balances: { available: paise(available), held: paise(held) },
    }),
  );
}

async function readTransaction(tx: Tx, transactionId: bigint): Promise<WalletTransaction> {
  const [row] = await tx.select().from(walletTransactions).where(eq(walletTransactions.id, transactionId));
  if (row === undefined) throw new Error(`transaction ${transactionId} vanished`);
  return row;
}
