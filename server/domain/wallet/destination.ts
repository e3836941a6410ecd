import { invalidInput } from '../errors.ts';
import { readText } from '../typedText.ts';

/** Destinations of payments, as typed by users. */
export interface BankAccount {
  accountNumber: string;
  ifscCode: string;
  accountHolderName: string;
}

/** A UPI id such as `name@bank`. Refuses anything else with INVALID_INPUT. */
export function parseUpiId(text: string, field = 'upiId'): string {
  const upiId = text.trim();
  if (!/^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/.test(upiId)) {
    throw invalidInput(field, `${field} must look like name@bank`);
  }
  return upiId;
}

/**
 * A bank account in India: a number of 5 to 20 digits that are not all zero, an IFSC code of four letters, a zero and six
 * letters or digits (kept upper case), and its holder's name, with at least one letter. Refuses anything else with
 * INVALID_INPUT.
 */
export function parseBankAccount(account: BankAccount): BankAccount {
  const accountNumber = account.accountNumber.trim();
  if (!/^\d{5,20}$/.test(accountNumber)) {
    throw invalidInput('accountNumber', 'Account number should be a valid number.');
  }
  if (/^0+$/.test(accountNumber)) throw invalidInput('accountNumber', 'Account number must not be only zeros.');
  // Checked before upper-casing, which would turn some other scripts' letters into Latin ones.
  const ifscCode = account.ifscCode.trim();
  if (!/^[A-Za-z]{4}0[A-Za-z0-9]{6}$/.test(ifscCode)) {
    throw invalidInput('ifscCode', 'ifscCode must be an IFSC code, such as HDFC0001234');
  }
  const accountHolderName = readText('accountHolderName', account.accountHolderName, { most: 80, oneLine: true });
  if (!/\p{L}/u.test(accountHolderName)) {
    throw invalidInput('accountHolderName', 'accountHolderName must have a letter');
  }
  return { accountNumber, ifscCode: ifscCode.toUpperCase(), accountHolderName };
}

/**
 * The number that identifies a payment at the bank: 4-35 letters or digits, stored in upper case
 * (server/domain/README.md#deposits).
 */
export function parseReference(text: string, field = 'reference'): string {
  const reference = text.trim();
  if (!/^[0-9A-Za-z]{4,35}$/.test(reference)) throw invalidInput(field, `${field} must be 4 to 35 letters or digits`);
  return reference.toUpperCase();
}
