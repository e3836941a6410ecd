import { plainCode } from '../../paymentTexts.ts';
import { payees } from '#messages/admin/payees.ts';
import { errors } from '#messages/errors.ts';

interface TypedAccount {
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly accountHolderName: string;
}

/** Validates a bank account before it is sent; null if valid (web/pages/README.md#inputs-of-screens). */
export function bankAccountError({ accountNumber, ifscCode, accountHolderName }: TypedAccount): string | null {
  if ([accountNumber, ifscCode, accountHolderName].some((field) => field.trim() === '')) return errors.required;
  return /^\d+$/.test(plainCode(accountNumber)) ? null : payees.BANK.numberInvalid;
}
