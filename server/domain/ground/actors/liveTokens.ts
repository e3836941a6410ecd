import { BoundedMap } from '../../../platform/boundedMap.ts';
import type { AdminRole } from './adminRoles.ts';
import type { DomainEvents } from '../verbs/events.ts';

interface Session {
  userId: bigint;
  sessionId: bigint;
  /** Must have a second factor and has none: may do nothing but set it up. */
  mustEnrol?: true;
}

export interface PlayerActor extends Session {
  kind: 'player';
}

export interface AdminActor extends Session {
  kind: 'admin';
  roles: readonly AdminRole[];
}

/** A signed-in user with the session. */
export type SignedInActor = PlayerActor | AdminActor;

interface Entry {
  actor: SignedInActor;
  expiresAt: number;
  /** When the entry expires and the database must be queried again. */
  staleAt: number;
  /** When its session is to be read again. */
  recheckAt: number;
}

const MAX_TOKENS = 20_000;
/**
 * Maximum age of an entry, in case a broken connection goes undetected: the listener detects one within some seconds. A rush
 * of players whose tokens are a minute old must not wait for the database.
 */
const TRUSTED_MS = { player: 10 * 60_000, admin: 30_000 };
/** Age after which the use of an entry has its session read again, in the background. */
const RECHECK_MS = 30_000;

/**
 * Cache of access tokens that this server has verified recently, so that a call costs a map look-up instead of a
 * signature and a query (32-50 µs and a round trip against 0.1 µs). A session that ends on any server, or whose admin
 * gets other roles, removes its tokens at once; while this server receives no events of the others, the cache isn't
 * used. A player's session is read again in the background when a token is used that was read half a minute before.
 */
export class LiveTokens {
  readonly #events: DomainEvents;
  readonly #entries = new BoundedMap<string, Entry>(MAX_TOKENS, (token, entry) => this.#unlink(token, entry));
  readonly #tokensOf = new Map<bigint, Set<string>>();
  #endings = 0;

  constructor(events: DomainEvents) {
    this.#events = events;
    events.on('sessionsEnded', ({ sessionIds }) => this.#forget(sessionIds.map(BigInt)));
    events.on('rolesChanged', ({ sessionIds }) => this.#forget(sessionIds.map(BigInt)));
    events.onReconnect(() => this.#clear());
  }

  /**
   * The actor of this token, if that is still certain. Calls `recheck` with the session where it should be read again, once
   * every half minute.
   */
  find(token: string, now: Date, recheck: (sessionId: bigint) => void = () => {}): SignedInActor | undefined {
    const entry = this.#entries.get(token);
    if (entry === undefined || !this.#events.isConnected) return undefined;
    const at = now.getTime();
    if (at < Math.min(entry.expiresAt, entry.staleAt)) {
      if (at >= entry.recheckAt) {
        entry.recheckAt = at + RECHECK_MS;
        recheck(entry.actor.sessionId);
      }
      return entry.actor;
    }
    this.#entries.delete(token);
    this.#unlink(token, entry);
    return undefined;
  }

  /**
   * Marks the moment before the database is queried: if a session's end or other roles arrive after it, `remember` does
   * nothing.
   */
  mark(): number {
    return this.#endings;
  }

  /**
   * Caches what the database has returned for a token, unless a session has ended or roles have changed since `mark`, or
   * the actor has yet to set up a second factor, which takes effect at once on every server.
   */
  remember(
    token: string,
    actor: SignedInActor,
    { expiresAt, now, mark }: { expiresAt: Date; now: Date; mark: number },
  ): void {
    if (!this.#events.isConnected || mark !== this.#endings || actor.mustEnrol) return;
    const staleAt = now.getTime() + TRUSTED_MS[actor.kind];
    const recheckAt = now.getTime() + RECHECK_MS;
    this.#entries.set(token, { actor, expiresAt: expiresAt.getTime(), staleAt, recheckAt });
    const tokens = this.#tokensOf.get(actor.sessionId) ?? new Set();
    this.#tokensOf.set(actor.sessionId, tokens.add(token));
  }

  /** Removes the tokens of a session that has ended. */
  forget(sessionId: bigint): void {
    this.#forget([sessionId]);
  }

  #forget(sessionIds: readonly bigint[]): void {
    this.#endings += 1;
    for (const sessionId of sessionIds) {
      for (const token of this.#tokensOf.get(sessionId) ?? []) this.#entries.delete(token);
      this.#tokensOf.delete(sessionId);
    }
  }

  #unlink(token: string, { actor }: Entry): void {
    const tokens = this.#tokensOf.get(actor.sessionId);
    tokens?.delete(token);
    if (tokens?.size === 0) this.#tokensOf.delete(actor.sessionId);
  }

  #clear(): void {
    this.#endings += 1;
    this.#entries.clear();
    this.#tokensOf.clear();
  }
}
