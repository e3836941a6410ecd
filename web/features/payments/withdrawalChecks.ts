import { readAmount } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';

/** Validates a withdrawal to a UPI id (server/domain/README.md#inputs-of-screens); null if valid. */
export function checkUpiWithdrawal(typed: { amount: string; upiId: string; availablePaise: bigint }): string | null {
  if (typed.amount === '' || typed.upiId.trim() === '') return words.withdraw.required;
  const paise = readAmount(typed.amount);
  if (paise === null) return words.withdraw.amountInvalid;
  if (paise === 0n) return words.withdraw.positive;
  return paise > typed.availablePaise ? words.withdraw.exceeds : null;
}

interface TypedBankWithdrawal {
  readonly amount: string;
  readonly accountNumber: string;
  readonly confirmation: string;
  readonly ifscCode: string;
  readonly accountHolderName: string;
}

/** Validates a withdrawal to a bank account; null if valid. Only the server checks the balance. */
export function checkBankWithdrawal(typed: TypedBankWithdrawal): string | null {
  const parts = [typed.amount, typed.accountNumber, typed.ifscCode, typed.accountHolderName];
  if (parts.some((part) => part.trim() === '')) return words.withdraw.required;
  if (typed.accountNumber.trim() !== typed.confirmation.trim()) return words.withdraw.accountsDiffer;
  return (readAmount(typed.amount) ?? 0n) > 0n ? null : words.withdraw.amountInvalid;
}
