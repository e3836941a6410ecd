import type { ServerResponse } from 'node:http';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { network, site } from '../platform/network.ts';
import { ServerBusyError } from '../platform/serverBusy.ts';
import { UsageCounter } from '../platform/usageCounter.ts';

/** How many files may be sent at a time. */
export interface FileBounds {
  /** To one IPv4 address or IPv6 /64. */
  readonly ofAddress: number;
  /** To one IPv6 /48. */
  readonly ofSite: number;
  /** To all whose address isn't known. */
  readonly ofUnknown: number;
  /** To all callers together: bounds the memory. */
  readonly ofAll: number;
}

/** When it is worth trying again. */
const RETRY_AFTER_SECONDS = 30;

/** Counts the files that are being sent. */
export class OpenFiles {
  readonly #bounds: FileBounds;
  /** Why an address gets no more. */
  readonly #tooMany: string;
  readonly #held = new UsageCounter();

  constructor(bounds: FileBounds, tooMany: string) {
    this.#bounds = bounds;
    this.#tooMany = tooMany;
  }

  /**
   * Counts a file until its response is closed. Refuses with RATE_LIMITED an address that has as many as it may, with
   * ServerBusyError where all together have.
   */
  begin(address: string | null, response: ServerResponse): void {
    // Its 'close' has been emitted.
    if (response.destroyed) return;
    const frees: (() => void)[] = [];
    const free = () => {
      for (const each of frees) each();
    };
    const take = (key: string, most: number, refusal: () => Error) => {
      const freed = this.#held.take(key, most);
      if (freed === null) {
        free();
        throw refusal();
      }
      frees.push(freed);
    };
    if (address === null) take('unknown', this.#bounds.ofUnknown, busy);
    else {
      take(`address ${network(address)}`, this.#bounds.ofAddress, () => this.#greedy());
      take(`site ${site(address)}`, this.#bounds.ofSite, () => this.#greedy());
    }
    take('all', this.#bounds.ofAll, busy);
    response.once('close', free);
  }

  #greedy(): DomainError {
    return new DomainError('RATE_LIMITED', this.#tooMany, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

function busy(): ServerBusyError {
  return new ServerBusyError(RETRY_AFTER_SECONDS);
}
