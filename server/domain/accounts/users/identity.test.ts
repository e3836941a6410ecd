import { describe, expect, it } from 'vitest';
import { foldedEmail, parseEmail, parsePassword, spelledEmail } from './identity.ts';

describe('an email address', () => {
  it('is kept in lower case, without spaces around it', () => {
    expect(parseEmail(' Asha.Rao+x@Example.CO.in ')).toBe('asha.rao+x@example.co.in');
    expect(parseEmail('admin@rangoli.local')).toBe('admin@rangoli.local');
  });

  it.each(['', 'asha', 'asha@', '@example.com', 'asha@example', 'a b@example.com', 'a@b@example.com', 'a@-x.com'])(
    'is not %j',
    (text) => {
      expect(() => parseEmail(text)).toThrow('Please enter a valid email');
    },
  );

  it.each([
    ['Asha@Bücher.example', 'asha@xn--bcher-kva.example'],
    ['asha@bücher.example', 'asha@xn--bcher-kva.example'],
    ['asha@XN--BCHER-KVA.example', 'asha@xn--bcher-kva.example'],
    ['asha@डाक.भारत', 'asha@xn--11bx1g.xn--h2brj9c'],
  ])('%s is kept with its domain in ASCII', (text, kept) => {
    expect(parseEmail(text)).toBe(kept);
    expect(spelledEmail(text)).toBe(kept);
  });

  it.each(['asha.@example.com', '.asha@example.com', 'a..b@example.com', `${'a'.repeat(65)}@example.com`, 'asha@ü'])(
    'is not %j, which no mail server takes',
    (text) => {
      expect(() => parseEmail(text)).toThrow('Please enter a valid email');
    },
  );

  it('has a local part in ASCII, and says so of another', () => {
    expect(() => parseEmail('आशा@example.com')).toThrow('before @ must be in Latin letters');
  });

  it('cannot carry a second header line into a mail', () => {
    expect(() => parseEmail('asha@example.com\nbcc:all@example.com')).toThrow();
  });
});

it('takes any password that is there', () => {
  expect(parsePassword('a', 'newPassword')).toBe('a');
  expect(() => parsePassword('', 'newPassword')).toThrow('newPassword is required');
});

it.each([
  ['Asha.Rao+games@Gmail.com', 'asharao@gmail.com'],
  ['a.s.h.a@googlemail.com', 'asha@gmail.com'],
  ['asha.rao+1+2@example.com', 'asha.rao@example.com'],
  ['+asha@example.com', '+asha@example.com'],
  ['a.b@pm.me', 'ab@proton.me'],
  ['no address', 'no address'],
])('folds %s to %s', (email, folded) => expect(foldedEmail(email)).toBe(folded));
