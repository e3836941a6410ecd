import { domainToASCII } from 'node:url';
import { invalidInput } from '../../ground/refusals/errors.ts';

const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
/** Argon2 hashes all of it, so this bounds the cost of one call. It is no rule for good passwords. */
const MAX_PASSWORD_LENGTH = 1_000;

/**
 * An email address as it is stored and compared: trimmed, in lower case, and its domain in ASCII (`bücher.example` as
 * `xn--bcher-kva.example`). Text that is no address is returned in lower case.
 */
export function spelledEmail(text: string): string {
  const email = text.trim().toLowerCase();
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  // Of a domain in ASCII, domainToASCII also makes an address: 127.1 becomes 127.0.0.1.
  const isAscii = /^[\x20-\x7e]*$/.test(domain);
  return at < 0 || isAscii ? email : `${email.slice(0, at)}@${domainToASCII(domain)}`;
}

/** Providers that ignore dots in the part before @, and the name under which each is compared. */
const withoutDots: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/**
 * An email without what leads to the same mailbox: the part from + on, and dots where the provider ignores them. Only for
 * comparing: not every provider takes mail at it.
 */
export function foldedEmail(text: string): string {
  const email = spelledEmail(text);
  const at = email.lastIndexOf('@');
  if (at < 0) return email;
  const domain = email.slice(at + 1);
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const provider = withoutDots[domain];
  return provider === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${provider}`;
}

/**
 * An email address as it is stored. Its local part is ASCII, which every mail server takes, without a dot at its ends or
 * beside another. Refuses anything else with INVALID_INPUT.
 */
export function parseEmail(text: string, field = 'email'): string {
  const email = spelledEmail(text);
  const plausible =
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
  const local = email.slice(0, email.lastIndexOf('@'));
  if (/[^\x20-\x7e]/.test(local)) {
    throw invalidInput(field, 'The part of an email before @ must be in Latin letters, digits and signs');
  }
  if (email.length > MAX_EMAIL_LENGTH || local.length > MAX_LOCAL_LENGTH || !plausible.test(email)) {
    throw invalidInput(field, 'Please enter a valid email');
  }
  return email;
}

/** Fewest characters of a password that an admin chooses. */
const MIN_ADMIN_PASSWORD_LENGTH = 12;

/** Refuses with INVALID_INPUT a password that is too short for an admin. */
export function requireAdminPassword(password: string, field: string): void {
  if ([...password].length >= MIN_ADMIN_PASSWORD_LENGTH) return;
  throw invalidInput(field, `An admin's password must have at least ${MIN_ADMIN_PASSWORD_LENGTH} characters`);
}

/** A password as typed; it must only not be empty. Refuses with INVALID_INPUT. */
export function parsePassword(text: string, field: string): string {
  if (text === '') throw invalidInput(field, `${field} is required`);
  if (text.length > MAX_PASSWORD_LENGTH) {
    throw invalidInput(field, `${field} must have at most ${MAX_PASSWORD_LENGTH} characters`);
  }
  return text;
}
