import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Keys by which `npm run crowd` and `npm run load` register players that the server marks as simulated. They follow from
 * a secret in the database, which only the operator reads. Each is good for one email address.
 */
export class SimulationKeys {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  keyFor(email: string): string {
    return this.#digest(email).toString('base64url');
  }

  accepts(email: string, key: string): boolean {
    const given = Buffer.from(key, 'base64url');
    const right = this.#digest(email);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  #digest(email: string): Buffer {
    return createHmac('sha256', this.#secret).update(email).digest();
  }
}
