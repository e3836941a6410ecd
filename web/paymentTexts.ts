import { asciiDigits } from './lib/digits.ts';

export { asciiDigits };

/**
 * How texts that name payments and payment accounts are read, by the forms, by the server, and thereby by whatever compares
 * them. Pure functions: they never throw. db/functions/reference_key.sql has the key of a reference for texts in ASCII.
 */

/** What banks and apps write before or between the digits of a reference. */
const WORD = 'UTR|UPI|RRN|IMPS|NEFT|RTGS|REF|NO';
const onlyWord = new RegExp(`^(?:${WORD})$`, 'i');
const gluedWord = new RegExp(`^(?:${WORD})(?=[0-9])`, 'i');

/** With so many characters or fewer, what was dropped may be all that tells two references apart. */
const SHORT_KEY = 5;

/** Characters that a reference may have as it was typed. */
export const MAX_REFERENCE = 60;

/**
 * The text by which references of payments are compared: 4 to 35 of A-Z and 0-9 where `isReferenceKey` is true for it, else
 * the reference is none. `UTR: 4123-5678 9012` and `०412356789012` have the same one.
 */
export function referenceKey(typed: string): string {
  const parts = plain(typed).split(/[\s/:\p{Pd}]+/u);
  const kept = parts.map((part) => (onlyWord.test(part) ? '' : part.replace(gluedWord, '')));
  const bare = upper(kept.join('')).replace(/^0+/, '');
  return bare.length > SHORT_KEY ? bare : upper(parts.join(''));
}

/** Whether a part of a reference is only a word such as UTR, which no reference's key has. */
export function isReferenceWord(part: string): boolean {
  return onlyWord.test(part);
}

export function isReferenceKey(key: string): boolean {
  return /^[0-9A-Z]{4,35}$/.test(key);
}

/** Whether a text, as typed, is a reference. */
export function isReference(typed: string): boolean {
  return [...typed.trim()].length <= MAX_REFERENCE && isReferenceKey(referenceKey(typed));
}

/** An account number, a bank's code or reference: without white space, hyphens and format characters, in capitals. */
export function plainCode(typed: string): string {
  return upper(plain(typed).replaceAll(/[\s\p{Pd}]/gu, ''));
}

/** A UPI id without white space and format characters; capitals stay as typed. */
export function plainUpiId(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, '');
}

/**
 * Whether `plainUpiId` of a text is a UPI id such as `name@bank`. The handle behind the @ has letters and digits only, or
 * ends in `.npci`.
 */
export function isUpiId(typed: string): boolean {
  return /^[A-Za-z0-9._-]{2,256}@(?:[A-Za-z0-9]{2,64}|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,58})\.npci)$/i.test(
    plainUpiId(typed),
  );
}

/** Whether `plainCode` of a text is an IFSC code: four letters, a zero, six letters or digits. */
export function isIfscCode(typed: string): boolean {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(plainCode(typed));
}

/** Whether `plainCode` of a text is the number of a bank account: 5 to 20 digits. */
export function isAccountNumber(typed: string): boolean {
  return /^[0-9]{5,20}$/.test(plainCode(typed));
}

/** In compatibility form, with the digits of every script as 0 to 9, and without format characters. */
function plain(typed: string): string {
  return asciiDigits(typed.normalize('NFKC')).replaceAll(/\p{Cf}/gu, '');
}

/** Latin letters in capitals. Those of other alphabets stay: the capital of `ı` is a Latin letter. */
function upper(text: string): string {
  return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}
