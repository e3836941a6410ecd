import { usersById } from '../domain/accounts/users/members.ts';
import type { Context } from '../domain/ground/verbs/context.ts';
import { denialSentence } from '../domain/notifications/denials.ts';
import { payeesById, type Payee } from '../domain/settings/payees.ts';
import { toRupeesNumber } from '../domain/ground/values/money.ts';
import type { WalletTransaction } from '../domain/wallet/transaction.ts';
import { encodeInstant, seal } from './encode.ts';

/** The destination's columns: a UPI id, or the three of a bank account, which a constraint enforces. */
interface Destination {
  upiId: string | null;
  accountNumber: string | null;
  ifscCode: string | null;
  accountHolderName: string | null;
}

function bankDetails({ accountNumber, ifscCode, accountHolderName }: Destination) {
  if (accountNumber === null || ifscCode === null || accountHolderName === null) return null;
  return { accountNumber, ifscCode, accountHolderName };
}

/** The UPI account to pay to, or to manage. */
export function encodeUpi(ctx: Context, { id, upiId }: Payee) {
  if (upiId === null) throw new Error(`payee ${id} has no UPI id`);
  return { _id: seal(ctx, 'Payee', id), upiId };
}

/** The bank account to pay to, or to manage. */
export function encodeBankAccount(ctx: Context, payee: Payee) {
  const details = bankDetails(payee);
  if (details === null) throw new Error(`payee ${payee.id} has no bank account`);
  return { _id: seal(ctx, 'Payee', payee.id), ...details };
}

/** A deposit or withdrawal for its player. */
export async function encodeTransaction(ctx: Context, transaction: WalletTransaction) {
  const [payee] = await paidPayees(ctx, [transaction]);
  return encoded(ctx, transaction, payee ?? null);
}

/** Deposits and withdrawals for their player. */
export async function encodeTransactions(ctx: Context, transactions: readonly WalletTransaction[]) {
  const paid = await paidPayees(ctx, transactions);
  return transactions.map((transaction, at) => encoded(ctx, transaction, paid[at] ?? null));
}

/** The same for admins: with the player's UID, and whether the payee still accepts deposits. */
export async function encodeDecidables(ctx: Context, transactions: readonly WalletTransaction[]) {
  const paid = await paidPayees(ctx, transactions);
  const players = await usersById(
    ctx,
    transactions.map(({ playerId }) => playerId),
  );
  return transactions.map((transaction, at) => ({
    ...encoded(ctx, transaction, paid[at] ?? null),
    userId: players[at]?.uid ?? '',
    payeeActive: paid[at]?.active ?? null,
  }));
}

/** The payee that each of the deposits named; null for withdrawals. */
async function paidPayees(ctx: Context, transactions: readonly WalletTransaction[]): Promise<(Payee | null)[]> {
  const ids = transactions.flatMap(({ payeeId }) => payeeId ?? []);
  const payees = await payeesById(ctx, ids);
  return transactions.map(({ payeeId }) => payees.find((payee) => payee?.id === payeeId) ?? null);
}

/** The old clients' four statuses: a withdrawal that is being paid is not over, and a payout that came back has failed. */
const statuses = {
  pending: 'pending',
  approved: 'pending',
  success: 'success',
  failed: 'failed',
  cancelled: 'cancelled',
  returned: 'failed',
} as const satisfies Record<WalletTransaction['status'], string>;

function encoded(ctx: Context, transaction: WalletTransaction, payee: Payee | null) {
  const { id, transactionType, status, amount, reference, payoutReference } = transaction;
  const message = messageOf(transaction);
  const destination = payee ?? transaction;
  return {
    _id: seal(ctx, 'Transaction', id),
    transactionType,
    transactionStatus: statuses[status],
    amount: toRupeesNumber(amount),
    upiId: destination.upiId,
    bankAccount: bankDetails(destination),
    referenceId: reference ?? payoutReference,
    createdAt: encodeInstant(transaction.createdAt),
    updatedAt: encodeInstant(transaction.updatedAt),
    ...(message !== null && { message }),
  };
}

/** The admin's words; for a denial, the words of its reason before them. */
function messageOf({ message, denialReason }: WalletTransaction): string | null {
  const why = denialSentence(denialReason, 'en');
  return why !== null && message !== null ? `${why} ${message}` : (why ?? message);
}
