import { hash, verify } from '@node-rs/argon2';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { WorkQueue } from './workQueue.ts';

export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/**
 * OWASP's recommendation for argon2id: about 30 ms on one core, so that two cores still serve bets while many users log
 * in.
 */
export const defaultPasswordCost: PasswordCost = { memoryKiB: 19_456, passes: 2 };

/** The other half of the cores, and of Node's thread pool (signatures, files), stays free during a flood of log-ins. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));
/** About 6 s of queueing on two cores. */
const MAX_WAITING = 200;

/** Hashes and verifies passwords with argon2id, a few at a time. Rejects when the queue is full. */
export class PasswordHasher {
  readonly #options: { memoryCost: number; timeCost: number; parallelism: number };
  readonly #queue: WorkQueue;
  readonly #decoy: Promise<string>;

  /** `busy` creates the error for a call that finds the queue full. */
  constructor(
    cost: PasswordCost = defaultPasswordCost,
    busy: () => Error = () => new Error('too many passwords wait to be checked'),
  ) {
    this.#options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
    this.#queue = new WorkQueue({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING, refusal: busy });
    // Computed ahead, so that the first sign-in of an unknown user takes no longer than others.
    this.#decoy = this.hash(randomPassword());
  }

  hash(password: string): Promise<string> {
    return this.#queue.run(() => hash(password, this.#options));
  }

  verify(stored: string, password: string): Promise<boolean> {
    return this.#queue.run(() => verify(stored, password));
  }

  /** Takes as long as verifying a real password and always fails: for sign-ins whose user doesn't exist. */
  async verifyDecoy(password: string): Promise<false> {
    const decoy = await this.#decoy;
    await this.#queue.run(() => verify(decoy, password));
    return false;
  }
}

/** Without 0/O and 1/l/I, because users type it from a mail. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of 16 characters (92 bits). */
export function randomPassword(): string {
  return Array.from({ length: 16 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join('');
}
