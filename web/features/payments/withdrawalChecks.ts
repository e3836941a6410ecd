import { readAmount } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';

/** What is wrong with a form, by field; empty if nothing is. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

const upiForm = /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/;
const ifscForm = /^[A-Za-z]{4}0[A-Za-z0-9]{6}$/;

/** Validates a withdrawal to a UPI id (server/domain/README.md#inputs-of-screens). */
export function checkUpiWithdrawal(typed: {
  amount: string;
  upiId: string;
  availablePaise: bigint;
}): Problems<'amount' | 'upiId'> {
  return problems({
    upiId: missing(typed.upiId) ?? (upiForm.test(typed.upiId.trim()) ? null : words.withdraw.upiInvalid),
    amount: missing(typed.amount) ?? amountProblem(readAmount(typed.amount), typed.availablePaise),
  });
}

function amountProblem(paise: bigint | null, availablePaise: bigint): string | null {
  if (paise === null) return words.withdraw.amountInvalid;
  if (paise === 0n) return words.withdraw.positive;
  return paise > availablePaise ? words.withdraw.exceeds : null;
}

export interface TypedBankWithdrawal {
  readonly amount: string;
  readonly accountNumber: string;
  readonly confirmation: string;
  readonly ifscCode: string;
  readonly accountHolderName: string;
}

/** Validates a withdrawal to a bank account. Only the server checks the balance. */
export function checkBankWithdrawal(typed: TypedBankWithdrawal): Problems<keyof TypedBankWithdrawal> {
  const { amount, accountNumber, confirmation, ifscCode, accountHolderName } = typed;
  const number = accountNumber.trim();
  return problems({
    amount: missing(amount) ?? ((readAmount(amount) ?? 0n) > 0n ? null : words.withdraw.amountInvalid),
    accountNumber: missing(number) ?? (/^\d{5,20}$/.test(number) ? null : words.withdraw.accountNumberInvalid),
    confirmation: missing(confirmation) ?? (number === confirmation.trim() ? null : words.withdraw.accountsDiffer),
    ifscCode: missing(ifscCode) ?? (ifscForm.test(ifscCode.trim()) ? null : words.withdraw.ifscInvalid),
    accountHolderName:
      missing(accountHolderName) ?? (accountHolderName.trim().length > 80 ? words.withdraw.holderInvalid : null),
  });
}

function missing(typed: string): string | null {
  return typed.trim() === '' ? words.withdraw.missing : null;
}

function problems<Field extends string>(found: Record<Field, string | null>): Problems<Field> {
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== null)) as Problems<Field>;
}
