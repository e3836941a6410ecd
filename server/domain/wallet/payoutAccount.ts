import type { Actor } from '../ground/verbs/context.ts';
import { allows } from '../ground/actors/permissions.ts';
import type { WalletTransaction } from './transaction.ts';

const KEPT = 4;
const MASK = '••••';

/** The request as this actor may see it: admins who may not read payout accounts get them shortened. */
export function visibleTo(actor: Actor): (transaction: WalletTransaction) => WalletTransaction {
  if (actor.kind !== 'admin' || allows(actor, 'payoutAccount:read')) return (transaction) => transaction;
  return (transaction) => ({
    ...transaction,
    upiId: transaction.upiId === null ? null : maskedUpiId(transaction.upiId),
    accountNumber: transaction.accountNumber === null ? null : maskedNumber(transaction.accountNumber),
  });
}

/** The first character, and the bank: `a••••@okbank`. */
export function maskedUpiId(upiId: string): string {
  const at = upiId.indexOf('@');
  return `${upiId.slice(0, 1)}${MASK}${at < 0 ? '' : upiId.slice(at)}`;
}

/** The last four digits, of a number that is long enough to hide others: `••••6789`. */
export function maskedNumber(accountNumber: string): string {
  return accountNumber.length > KEPT ? `${MASK}${accountNumber.slice(-KEPT)}` : MASK;
}
