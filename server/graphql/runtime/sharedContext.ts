import type { Services } from '../../domain/ground/verbs/context.ts';
import { anonymousCredentials, type CallContext } from './callers.ts';
import type { GraphQLContext } from './context.ts';

/**
 * Anonymous contexts for subscriptions whose events are the same for everyone. All callers in the same turn of the
 * event loop get the same context, so that an event's data is read once for all of them. It isn't reused for longer,
 * because data read before an event may be older than the event.
 */
export class SharedContext {
  readonly #callContext: CallContext;
  readonly #stop: () => void;
  #current: Promise<GraphQLContext> | undefined;

  constructor({ events }: Pick<Services, 'events'>, callContext: CallContext) {
    this.#callContext = callContext;
    this.#stop = events.on('contestChanged', () => {
      this.#current = undefined;
    });
  }

  readonly get = (): Promise<GraphQLContext> => {
    if (this.#current) return this.#current;
    const made = this.#make();
    this.#current = made;
    setImmediate(() => {
      if (this.#current === made) this.#current = undefined;
    });
    return made;
  };

  stop(): void {
    this.#stop();
  }

  async #make(): Promise<GraphQLContext> {
    return Object.assign(await this.#callContext(anonymousCredentials), { renew: this.get });
  }
}
