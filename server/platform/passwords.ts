import { hash, verify } from '@node-rs/argon2';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { FairQueue, type Requester } from './fairQueue.ts';

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
/** About 6 s of queueing on two cores. One address may have half of it: mobile carriers put thousands of players behind one. */
export const passwordBounds = { most: 200, mostOfSite: 100 };
/** Of known devices, which come first. */
export const knownDeviceBounds = { most: 50, mostOfSite: 25 };

/** What computes the hashes. */
export interface PasswordAlgorithm {
  hash(password: string, options: { memoryCost: number; timeCost: number; parallelism: number }): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

export interface PasswordHasherOptions {
  /** Default: that of production. */
  readonly cost?: PasswordCost | undefined;
  /** Creates the error for a call that finds no place in the queue. */
  readonly busy?: () => Error;
  /** Default: argon2id. */
  readonly algorithm?: PasswordAlgorithm;
  /** How many run at a time; default: half of the cores. */
  readonly concurrency?: number;
}

/**
 * Hashes and verifies passwords with argon2id, a few at a time, in turn by where the requests came from. Rejects a request
 * that finds no place in the queue.
 */
export class PasswordHasher {
  readonly #options: { memoryCost: number; timeCost: number; parallelism: number };
  readonly #algorithm: PasswordAlgorithm;
  readonly #queue: FairQueue;
  readonly #decoy: Promise<string>;

  constructor({
    cost = defaultPasswordCost,
    busy = () => new Error('too many passwords wait to be checked'),
    algorithm = { hash, verify },
    concurrency = CONCURRENCY,
  }: PasswordHasherOptions = {}) {
    this.#options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
    this.#algorithm = algorithm;
    this.#queue = new FairQueue({ concurrency, bounds: passwordBounds, knownBounds: knownDeviceBounds, refusal: busy });
    // Computed ahead, so that the first sign-in of an unknown user takes no longer than others.
    this.#decoy = this.hash(randomPassword(), { address: null });
  }

  /** How many passwords wait to be hashed or verified. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  hash(password: string, requester: Requester): Promise<string> {
    return this.#queue.run(requester, () => this.#algorithm.hash(password, this.#options));
  }

  verify(stored: string, password: string, requester: Requester): Promise<boolean> {
    return this.#queue.run(requester, () => this.#algorithm.verify(stored, password));
  }

  /** Takes as long as verifying a real password and always fails: for sign-ins whose user doesn't exist. */
  async verifyDecoy(password: string, requester: Requester): Promise<false> {
    const decoy = await this.#decoy;
    await this.#queue.run(requester, () => this.#algorithm.verify(decoy, password));
    return false;
  }
}

/** Without 0/O and 1/l/I, because users type it from a mail. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of 16 characters (92 bits). */
export function randomPassword(): string {
  return Array.from({ length: 16 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join('');
}
