import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, 6 digits, steps of 30 s. */
const DIGITS = 6;
const PERIOD_S = 30;
/** Steps before and after the present one whose codes are accepted: devices' clocks differ, and typing takes time. */
const WINDOW = 1;
/** The length of the hash, which RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new random secret, 20 bytes. */
export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);
}

const CODE = new RegExp(`^[0-9]{${DIGITS}}$`);

/** The step whose code this is, counted in 30 s from 1970; null when it is none of the present step and its neighbours. */
export function totpStep(secret: Buffer, code: string, now: Date): number | null {
  // The library fails on texts of as many characters but more bytes.
  if (!CODE.test(code)) return null;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** The secret as text to type into an app: base32, 32 characters. */
export function base32Of(bytes: Buffer): string {
  return secretOf(bytes).base32;
}

/** The secret as an `otpauth://` URI, which apps read as a QR code. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  return totpOf(secret, { issuer, label: account }).toString();
}

function totpOf(secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: secretOf(secret), algorithm: 'SHA1', digits: DIGITS, period: PERIOD_S });
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
