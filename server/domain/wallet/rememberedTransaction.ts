import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../../db/client.ts';
import { auditLog } from '../../../db/schema/settings.ts';
import { denialReason, walletTransactions } from '../../../db/schema/wallet.ts';
import type { AuditAction } from '../ground/verbs/auditActions.ts';
import type { Balances } from './ledger.ts';
import { paise } from '../ground/values/money.ts';
import { decimal, remembered, unversioned, unversionedDecimal, type Remembered } from './remembered.ts';
import { transactionSubject, type WalletTransaction } from './transaction.ts';

/** A transaction's state when the call was answered, from its current row. */
type AsAnswered = (row: WalletTransaction) => WalletTransaction;

/** As requested by its player, whatever has been decided since. */
export const asRequested: AsAnswered = (row) => ({
  ...row,
  status: 'pending',
  amount: row.requestedAmount ?? row.amount,
  requestedAmount: null,
  reopenedAt: null,
  message: null,
  payoutReference: null,
  payoutClaim: null,
  denialReason: null,
  approvedBy: null,
  approvedAt: null,
  returnedBy: null,
  returnedAt: null,
  proposedBy: null,
  decidedAloneAt: null,
  coveringLineId: null,
  decidedBy: null,
  decidedAt: null,
  updatedAt: row.createdAt,
});

/** As decided, paid or cancelled, which is final but for a denial; a payout may have come back since. */
export const asDecided: AsAnswered = (row) =>
  row.status === 'returned'
    ? { ...row, status: 'success', returnedBy: null, returnedAt: null, updatedAt: row.decidedAt ?? row.updatedAt }
    : row;

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

/** How it was denied: all of it, or nothing. */
const deniedForm = z.object({
  deniedBy: decimal.optional(),
  deniedAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
  deniedReason: z.enum(denialReason.enumValues).optional(),
});

/** Who approved a withdrawal that is being paid, and when: both, or nothing. */
const approvedForm = z.object({
  approvedBy: decimal.optional(),
  approvedAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
});

const decisionForm = transactionForm
  .and(deniedForm)
  .and(approvedForm)
  .and(z.object({ proposed: z.literal(1).optional() }));

/**
 * The answer of a decision. What was proposed instead is answered as it was then, pending; a denial or approval as it was then, though
 * the deposit may have been reopened, or the withdrawal paid, since.
 */
export const rememberedDecision: Remembered<{ transaction: WalletTransaction; proposed: boolean }> = remembered(
  decisionForm,
  ({ transaction, proposed }) => ({
    v: 1,
    transactionId: String(transaction.id),
    ...(proposed && { proposed: 1 }),
    ...deniedParts(transaction),
    ...approvedParts(transaction),
  }),
  async (tx, { transactionId, proposed, approvedBy, approvedAt, ...denied }) => {
    const row = await readTransaction(tx, transactionId);
    const approved = approvedBy !== undefined && approvedAt !== undefined && { approvedBy, approvedAt };
    const transaction = proposed
      ? asRequested(row)
      : approved
        ? await asApproved(tx, row, approved)
        : await asDenied(tx, row, denied);
    return { transaction, proposed: proposed === 1 };
  },
);

function deniedParts({ status, denialReason: reason, decidedBy, decidedAt }: WalletTransaction) {
  if (status !== 'failed' || decidedBy === null || decidedAt === null) return {};
  return {
    deniedBy: String(decidedBy),
    deniedAt: decidedAt.toISOString(),
    ...(reason !== null && { deniedReason: reason }),
  };
}

function approvedParts({ status, approvedBy, approvedAt }: WalletTransaction) {
  if (status !== 'approved' || approvedBy === null || approvedAt === null) return {};
  return { approvedBy: String(approvedBy), approvedAt: approvedAt.toISOString() };
}

/** As it was approved, though it may be paid since, or wait again. */
async function asApproved(
  tx: Tx,
  row: WalletTransaction,
  approved: { approvedBy: bigint; approvedAt: Date },
): Promise<WalletTransaction> {
  const message = await messageOf(tx, row, 'transaction:approve', approved.approvedAt);
  return { ...asRequested(row), ...approved, status: 'approved', message, updatedAt: approved.approvedAt };
}

/** The words to its player with which a request was decided at this instant: the audit log has them. */
async function messageOf(tx: Tx, row: WalletTransaction, action: AuditAction, at: Date): Promise<string | null> {
  const [decision] = await tx
    .select({ message: auditLog.reason })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'transaction'),
        eq(auditLog.subject, transactionSubject(row)),
        eq(auditLog.action, action),
        eq(auditLog.at, at),
      ),
    );
  return decision?.message ?? null;
}

/** As it was denied, though it may wait again since. */
async function asDenied(
  tx: Tx,
  row: WalletTransaction,
  { deniedBy, deniedAt, deniedReason }: z.output<typeof deniedForm>,
): Promise<WalletTransaction> {
  if (deniedBy === undefined || deniedAt === undefined) return asDecided(row);
  const message = await messageOf(tx, row, 'transaction:deny', deniedAt);
  const decided = { denialReason: deniedReason ?? null, decidedBy: deniedBy, decidedAt: deniedAt, updatedAt: deniedAt };
  return { ...asRequested(row), ...decided, status: 'failed', message };
}

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
