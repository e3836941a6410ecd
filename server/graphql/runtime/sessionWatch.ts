import type { Services } from '../../domain/ground/verbs/context.ts';

/** A connection that lasts as long as its session. */
export interface Watched {
  sessionId: bigint;
  /** When its access token ends. */
  expiresAt: Date;
  /** Whether the session is still alive; called when this server may have missed its end. */
  isAlive(): Promise<boolean>;
  /** Called when the session has ended or its admin has other roles. */
  over(): void;
}

/** Notifies connections when their session ends or its roles change, on any server, or their access token expires. */
export class SessionWatch {
  readonly #services: Services;
  readonly #watched = new Map<string, Set<Watched>>();
  readonly #stops: (() => void)[];
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
    const { events } = services;
    const close = ({ sessionIds }: { sessionIds: readonly string[] }) => {
      for (const id of sessionIds) for (const one of this.#watched.get(id) ?? []) one.over();
    };
    this.#stops = [
      events.on('sessionsEnded', close),
      // Subscriptions are authorized when they begin: the client reconnects and begins those that are still allowed.
      events.on('rolesChanged', close),
      events.onReconnect(() => void this.#recheck()),
    ];
  }

  /** Watches until the returned function is called. */
  watch(one: Watched): () => void {
    const id = String(one.sessionId);
    const sameSession = this.#watched.get(id) ?? new Set();
    this.#watched.set(id, sameSession.add(one));
    const cancelTimer = this.#services.clock.at(one.expiresAt.getTime(), () => one.over());
    return () => {
      cancelTimer();
      sameSession.delete(one);
      if (sameSession.size === 0) this.#watched.delete(id);
    };
  }

  stop(): void {
    this.#stopped = true;
    for (const stop of this.#stops) stop();
  }

  async #recheck(): Promise<void> {
    for (const sameSession of this.#watched.values()) {
      for (const one of sameSession) {
        if (this.#stopped) return;
        try {
          if (!(await one.isAlive())) one.over();
        } catch (error) {
          this.#services.log.error({ err: error }, 'a session could not be checked again');
          one.over();
        }
      }
    }
  }
}
