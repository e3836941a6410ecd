import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows at this instant: 6 digits. */
export function totpCode(secret: Buffer, now: Date): string {
  const totp = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }), digits: 6, period: 30 });
  return totp.generate({ timestamp: now.getTime() });
}

/** The secret of the base32 text that is typed into an app. */
export function secretFrom(base32: string): Buffer {
  return Buffer.from(Secret.fromBase32(base32).bytes);
}
