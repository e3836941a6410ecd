import {
  isAccountNumber,
  isIfscCode,
  isReferenceKey,
  isUpiId,
  MAX_REFERENCE,
  plainCode,
  plainUpiId,
  referenceKey,
} from '../../../web/paymentTexts.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { readText } from '../ground/values/typedText.ts';

/** Destinations of payments, as typed by users. */
export interface BankAccount {
  accountNumber: string;
  ifscCode: string;
  accountHolderName: string;
}

/** A UPI id such as `name@bank` (isUpiId), without white space. Refuses anything else with INVALID_INPUT. */
export function parseUpiId(text: string, field = 'upiId'): string {
  if (!isUpiId(text)) throw invalidInput(field, `${field} must look like name@bank`);
  return plainUpiId(text);
}

/**
 * A bank account in India: a number of 5 to 20 digits that are not all zero, an IFSC code of four letters, a zero and six
 * letters or digits, both without spaces and hyphens, and its holder's name, with at least one letter. Refuses anything else
 * with INVALID_INPUT.
 */
export function parseBankAccount(account: BankAccount): BankAccount {
  if (!isAccountNumber(account.accountNumber)) {
    throw invalidInput('accountNumber', 'Account number should be a valid number.');
  }
  const accountNumber = plainCode(account.accountNumber);
  if (/^0+$/.test(accountNumber)) throw invalidInput('accountNumber', 'Account number must not be only zeros.');
  if (!isIfscCode(account.ifscCode)) {
    throw invalidInput('ifscCode', 'ifscCode must be an IFSC code, such as HDFC0001234');
  }
  const accountHolderName = readText('accountHolderName', account.accountHolderName, { most: 80, oneLine: true });
  if (!/\p{L}/u.test(accountHolderName)) {
    throw invalidInput('accountHolderName', 'accountHolderName must have a letter');
  }
  return { accountNumber, ifscCode: plainCode(account.ifscCode), accountHolderName };
}

/** Marks that show a text in another order; phones put them around what is copied. They are no part of what was typed. */
const BIDI_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * The number that identifies a payment of a player at the bank: as typed, and its key, by which references are compared
 * (server/domain/wallet/README.md#deposits). Refuses with INVALID_INPUT more than 60 characters, line breaks, and a key of
 * other than 4 to 35 letters or digits.
 */
export function parseReference(text: string, field = 'reference'): { reference: string; key: string } {
  const reference = readText(field, text.replaceAll(BIDI_MARKS, ''), { most: MAX_REFERENCE });
  const key = referenceKey(reference);
  if (!isReferenceKey(key) || /[\t\n\r\u2028\u2029]/.test(reference)) throw noReference(field);
  return { reference, key };
}

/**
 * The bank's reference of a payout, which an admin copies: 4 to 35 letters or digits, in capitals. Refuses anything else with
 * INVALID_INPUT.
 */
export function parsePayoutReference(text: string, field = 'payoutReference'): string {
  const reference = text.trim();
  if (!/^[0-9A-Za-z]{4,35}$/.test(reference)) throw noReference(field);
  return reference.toUpperCase();
}

function noReference(field: string) {
  return invalidInput(field, `${field} must be 4 to 35 letters or digits`);
}
