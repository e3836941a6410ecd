import { randomBytes } from 'node:crypto';

/** A name that no admin of the test has yet: ten letters after the first name. */
export function randomName(first: string): string {
  const surname = Array.from(randomBytes(10), (byte) => String.fromCodePoint(97 + (byte % 26)));
  return `${first} ${surname.join('')}`;
}
