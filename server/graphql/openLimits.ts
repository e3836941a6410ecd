import type { Context } from '../domain/context.ts';
import { HeldCount } from '../platform/heldCount.ts';
import { network } from '../platform/network.ts';

/**
 * The most that a caller has open at a time. Callers with a session are limited by account only: mobile carriers put
 * thousands of players behind one address. A group is a subscription that runs once for all who ask the same; it is held
 * by the caller who asked first.
 */
export const openLimits = {
  account: { sockets: 20, subscriptions: 100, groups: 20 },
  address: { sockets: 50, subscriptions: 200, groups: 50 },
};
/** Of all callers with a session together, and of all without: each group reads and answers every event for itself. */
const MAX_GROUPS = 500;

type Caller = Pick<Context, 'actor' | 'client'>;
/** Ends the holding of something. */
export type Free = () => void;

/** What is open of sockets, subscriptions and groups of them, and whether a caller may open more. */
export class OpenLimits {
  readonly #limited: boolean;
  readonly #held = {
    sockets: new HeldCount(),
    subscriptions: new HeldCount(),
    groups: new HeldCount(),
    allGroups: new HeldCount(),
  };

  constructor({ limited }: { limited: boolean }) {
    this.#limited = limited;
  }

  /** What frees it again; null when the caller has too many. */
  socket(caller: Caller): Free | null {
    return this.#take('sockets', caller);
  }

  /** What frees it again; null when the caller has too many. */
  subscription(caller: Caller): Free | null {
    return this.#take('subscriptions', caller);
  }

  /** What frees it again; null when the caller, or all of the caller's kind, have too many. */
  group(caller: Caller): Free | null {
    const freeOwn = this.#take('groups', caller);
    if (freeOwn === null || !this.#limited) return freeOwn;
    const freeCommon = this.#held.allGroups.take(kindOf(caller), MAX_GROUPS);
    if (freeCommon === null) {
      freeOwn();
      return null;
    }
    return () => {
      freeOwn();
      freeCommon();
    };
  }

  #take(what: 'sockets' | 'subscriptions' | 'groups', caller: Caller): Free | null {
    const { actor, client } = caller;
    const address = client?.address ?? null;
    // Behind a proxy that does not name it, the address is everybody's.
    if (!this.#limited || (address === null && !('userId' in actor))) return nothing;
    const kind = kindOf(caller);
    const name = 'userId' in actor ? String(actor.userId) : network(address ?? '');
    return this.#held[what].take(`${kind} ${name}`, openLimits[kind][what]);
  }
}

function kindOf({ actor }: Caller): 'account' | 'address' {
  return 'userId' in actor ? 'account' : 'address';
}

function nothing(): void {}
