import { hash, verify } from '@node-rs/argon2';
import { randomInt } from 'node:crypto';

export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/** OWASP's recommendation for argon2id: about 30 ms on one core, so that two cores still serve bets during a rush. */
export const defaultPasswordCost: PasswordCost = { memoryKiB: 19_456, passes: 2 };

/** Hashes and checks passwords with argon2id. */
export class PasswordHasher {
  readonly #options: { memoryCost: number; timeCost: number; parallelism: number };
  #decoy: Promise<string> | undefined;

  constructor(cost: PasswordCost = defaultPasswordCost) {
    this.#options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  }

  hash(password: string): Promise<string> {
    return hash(password, this.#options);
  }

  verify(stored: string, password: string): Promise<boolean> {
    return verify(stored, password);
  }

  /** Takes as long as checking a real password and is never right: for sign-ins whose user does not exist. */
  async verifyNobody(password: string): Promise<false> {
    this.#decoy ??= this.hash(randomPassword());
    await verify(await this.#decoy, password);
    return false;
  }
}

/** Without 0/O, 1/l/I: people type it from a mail. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of 16 characters (92 bits). */
export function randomPassword(): string {
  return Array.from({ length: 16 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join('');
}
