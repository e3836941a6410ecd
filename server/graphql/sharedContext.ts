import type { Services } from '../domain/context.ts';
import { nobody, type CallContext } from './callers.ts';
import type { GraphQLContext } from './context.ts';

/**
 * Contexts of nobody in particular, for subscriptions whose answer is the same for everybody. All that ask for one in the
 * same turn of the event loop get the same, so that what an event is about is read once for all of them. An event ends
 * that early: what has been read before may be older than it.
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
    return Object.assign(await this.#callContext(nobody), { renew: this.get });
  }
}
