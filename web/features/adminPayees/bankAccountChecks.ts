import { words } from '../../messages/words.ts';

interface TypedAccount {
  readonly accountNumber: string;
  readonly ifscCode: string;
  readonly accountHolderName: string;
}

/**
 * What is wrong with a bank account to be added, or null: nothing is sent then
 * (server/domain/README.md#inputs-of-screens).
 */
export function wrongBankAccount({ accountNumber, ifscCode, accountHolderName }: TypedAccount): string | null {
  if ([accountNumber, ifscCode, accountHolderName].some((field) => field.trim() === '')) return words.errors.required;
  return /^\d+$/.test(accountNumber.trim()) ? null : words.admin.payees.BANK.numberInvalid;
}
