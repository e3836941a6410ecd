import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { SignJWT } from 'jose';
import { SealedIds } from './sealedIds.ts';

/** The only one that this installation signs. */
const HEADER = { alg: 'HS256' };
const ENCODED_HEADER = Buffer.from(JSON.stringify(HEADER)).toString('base64url');

/** Claims of an access token. The session is checked too: when it ends, the token is invalid. */
export interface AccessClaims {
  userId: bigint;
  sessionId: bigint;
  role: 'player' | 'admin';
  expiresAt: Date;
}

/**
 * Signs and verifies tokens and links. All keys are derived from one secret. Ids in tokens are sealed, because a token
 * can be decoded by anyone and plain ids would reveal the number of players and sign-ins.
 */
export class Tokens {
  readonly #accessKey: KeyObject;
  readonly #linkKey: Uint8Array;
  readonly #limitKey: Uint8Array;
  readonly #ids: SealedIds;

  constructor(secret: Buffer) {
    this.#accessKey = createSecretKey(derive(secret, 'access token'));
    this.#linkKey = derive(secret, 'link');
    this.#limitKey = derive(secret, 'limit');
    this.#ids = new SealedIds(Buffer.from(derive(secret, 'ids in access tokens', 16)), ['user', 'session']);
  }

  signAccess(claims: AccessClaims, now: Date): Promise<string> {
    return new SignJWT({ sid: this.#ids.seal('session', claims.sessionId), role: claims.role })
      .setProtectedHeader(HEADER)
      .setSubject(this.#ids.seal('user', claims.userId))
      .setIssuedAt(seconds(now))
      .setExpirationTime(seconds(claims.expiresAt))
      .sign(this.#accessKey);
  }

  /**
   * The claims of a validly signed token, or null. `expired: 'accepted'` is for logout only. jose verifies by Web Crypto, which hands
   * each signature to a thread: in a rush of unknown tokens that took a sixth of the server's CPU time.
   */
  readAccess(token: string, now: Date, expired: 'refused' | 'accepted' = 'refused'): AccessClaims | null {
    const [header = '', payload = '', signature = '', ...rest] = token.split('.');
    if (header !== ENCODED_HEADER || rest.length > 0) return null;
    const expected = createHmac('sha256', this.#accessKey).update(`${header}.${payload}`).digest();
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const claims = this.#claimsOf(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>);
    const isOver = claims !== null && expired === 'refused' && claims.expiresAt <= now;
    return isOver ? null : claims;
  }

  #claimsOf({ sub, sid, role, exp }: Record<string, unknown>): AccessClaims | null {
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
    if (role !== 'player' && role !== 'admin') return null;
    const userId = this.#ids.openAs('user', sub);
    const sessionId = this.#ids.openAs('session', sid);
    if (userId === null || sessionId === null) return null;
    return { userId, sessionId, role, expiresAt: new Date(exp * 1000) };
  }

  /** Keyed hash of a link's parameters, in hex, which makes links unforgeable. */
  signLink(...parts: string[]): string {
    return keyedHash(this.#linkKey, parts).toString('hex');
  }

  /** Keyed hash of a rate limit's subject, so that the database contains neither account nor address. */
  limitKey(...parts: string[]): Buffer {
    return keyedHash(this.#limitKey, parts);
  }
}

function keyedHash(key: Uint8Array, parts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`);
  return hmac.digest();
}

/** A fresh opaque secret of 256 bits, base64url. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Hash under which a secret is stored. The secret is random, so a plain hash is sufficient. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b));
}

function derive(secret: Buffer, purpose: string, bytes = 32): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, bytes));
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
