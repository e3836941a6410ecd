import type { Context } from '../../domain/ground/verbs/context.ts';
import { UsageCounter } from '../../platform/usageCounter.ts';
import { network } from '../../platform/network.ts';

/**
 * Maximum number of open things per caller. Callers with a session are limited by account only: mobile carriers put
 * thousands of players behind one address. A group is a shared subscription that runs once for equal operations; it
 * counts for the caller who started it.
 */
export const openLimits = {
  account: { sockets: 20, subscriptions: 100, groups: 20 },
  address: { sockets: 50, subscriptions: 200, groups: 50 },
};
/**
 * For all callers with a session together, and for all without: each group reads and evaluates every event separately.
 */
const MAX_GROUPS = 500;

type Caller = Pick<Context, 'actor' | 'client'>;
/** Releases what was counted. */
export type Free = () => void;

/** Counts open sockets, subscriptions and groups, and decides whether a caller may open more. */
export class OpenLimits {
  readonly #limited: boolean;
  readonly #held = {
    sockets: new UsageCounter(),
    subscriptions: new UsageCounter(),
    groups: new UsageCounter(),
    allGroups: new UsageCounter(),
  };

  constructor({ limited }: { limited: boolean }) {
    this.#limited = limited;
  }

  /** Returns the release function; null when the caller has too many. */
  socket(caller: Caller): Free | null {
    return this.#take('sockets', caller);
  }

  /** Returns the release function; null when the caller has too many. */
  subscription(caller: Caller): Free | null {
    return this.#take('subscriptions', caller);
  }

  /** Returns the release function; null when the caller, or all callers of that kind, have too many. */
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
    // Behind a proxy that doesn't pass on addresses all callers share one.
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
