import { plainCode } from '../../paymentTexts.ts';
import { words } from '../../messages/words.ts';

interface TypedAccount {
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly accountHolderName: string;
}

/** Validates a bank account before it is sent; null if valid (web/pages/README.md#inputs-of-screens). */
export function bankAccountError({ accountNumber, ifscCode, accountHolderName }: TypedAccount): string | null {
  if ([accountNumber, ifscCode, accountHolderName].some((field) => field.trim() === '')) return words.errors.required;
  return /^\d+$/.test(plainCode(accountNumber)) ? null : words.admin.payees.BANK.numberInvalid;
}
