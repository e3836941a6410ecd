import { readAmount } from '../../lib/money.ts';
import { isAccountNumber, isIfscCode, isUpiId, plainCode } from '../../paymentTexts.ts';
import { withdraw } from '#messages/withdraw.ts';
import { amountError } from '../../ui/amountError.ts';
import { missing } from '../../ui/missing.ts';

/** What is wrong with a withdrawal to a UPI id, by field (web/pages/README.md#inputs-of-screens). */
export function checkUpiWithdrawal(typed: { amount: string; upiId: string; availablePaise: bigint }) {
  return { upiId: upiError(typed.upiId), amount: amountProblem(typed.amount, typed.availablePaise) };
}

export function upiError(typed: string): string | null {
  return missing(typed) ?? (isUpiId(typed) ? null : withdraw.upiInvalid);
}

function amountProblem(typed: string, availablePaise: bigint): string | null {
  const wrong = missing(typed) ?? amountError(typed);
  if (wrong !== null) return wrong;
  const paise = readAmount(typed) ?? 0n;
  if (paise === 0n) return withdraw.positive;
  return paise > availablePaise ? withdraw.exceeds : null;
}

export interface TypedBankWithdrawal {
  readonly amount: string;
  readonly accountNumber: string;
  readonly confirmation: string;
  readonly ifscCode: string;
  readonly accountHolderName: string;
}

/** What is wrong with a withdrawal to a bank account, by field. Only the server checks the balance. */
export function checkBankWithdrawal(typed: TypedBankWithdrawal) {
  const { amount, accountNumber, confirmation, ifscCode, accountHolderName } = typed;
  const number = plainCode(accountNumber);
  const isZero = readAmount(amount) === 0n;
  return {
    amount: missing(amount) ?? amountError(amount) ?? (isZero ? withdraw.amountInvalid : null),
    accountNumber: missing(number) ?? accountNumberError(number),
    confirmation: missing(confirmation) ?? (number === plainCode(confirmation) ? null : withdraw.accountsDiffer),
    ifscCode: missing(ifscCode) ?? (isIfscCode(ifscCode) ? null : withdraw.ifscInvalid),
    accountHolderName: missing(accountHolderName) ?? holderError(accountHolderName.trim()),
  };
}

function accountNumberError(number: string): string | null {
  if (!isAccountNumber(number)) return withdraw.accountNumberInvalid;
  return /^0+$/.test(number) ? withdraw.accountNumberZeros : null;
}

function holderError(name: string): string | null {
  if (name.length > 80) return withdraw.holderInvalid;
  return /\p{L}/u.test(name) ? null : withdraw.holderLetters;
}
