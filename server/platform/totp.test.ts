import { describe, expect, it } from 'vitest';
import { base32Of, newTotpSecret, totpStep, totpUri } from './totp.ts';
import { secretFrom, totpCode } from '../../tests/support/authenticator.ts';

/** Appendix B of RFC 6238, SHA-1: seconds since 1970 and code, of whose 8 digits the last 6 are ours. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a code of an authenticator app', () => {
  it.each(vectors)('is that of RFC 6238 at %i s', (seconds, code) => {
    expect(totpCode(secret, at(seconds))).toBe(code.slice(2));
    expect(totpStep(secret, code.slice(2), at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('is accepted for one step before and after, and names its step', () => {
    const code = totpCode(secret, at(1_000_000_020));
    const step = Math.floor(1_000_000_020 / 30);
    expect([-31, -30, 0, 30, 59, 60].map((later) => totpStep(secret, code, at(1_000_000_020 + later)))).toEqual([
      null,
      step,
      step,
      step,
      step,
      null,
    ]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '१२३४५६'])('is six digits, not %j', (code) => {
    expect(totpStep(secret, code, at(59))).toBeNull();
  });
});

describe('a secret', () => {
  it('is random, of 20 bytes, and the same as text', () => {
    const [one, other] = [newTotpSecret(), newTotpSecret()];
    expect([one.length, one.equals(other)]).toEqual([20, false]);
    expect(base32Of(one)).toMatch(/^[A-Z2-7]{32}$/);
    expect(secretFrom(base32Of(one))).toEqual(one);
  });

  it('is a URI with product and account', () => {
    const uri = new URL(totpUri(secret, { issuer: 'Rang & Co', account: 'asha@example.com' }));
    expect(uri.protocol + uri.host).toBe('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).toContain('asha@example.com');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: 'Rang & Co', secret: base32Of(secret) });
  });
});
