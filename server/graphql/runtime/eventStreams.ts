import type { ExecutionResult } from 'graphql';
import type { GraphQLContext } from './context.ts';
import { requestError } from './errors.ts';
import { done, eventIterator, type EventIterator } from './eventIterator.ts';
import { isOver } from './isOver.ts';
import { freedAtEnd } from './subscribeWithFreshContext.ts';

type Step = IteratorResult<ExecutionResult, undefined>;

/**
 * Streams of server-sent events, which have no close code: one that the server ends has a last result, whose error's code is the
 * reason. UNAUTHENTICATED: the session has ended; SHUTDOWN: the server stops, and another one may be asked at once.
 */
export class EventStreams {
  readonly #stops = new Set<() => void>();

  /** Ends all streams with SHUTDOWN. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** The events of a subscription in `context`, and the last result. */
  withReason(events: EventIterator<ExecutionResult>, context: GraphQLContext): EventIterator<ExecutionResult> {
    let isDone = false;
    let isStopped = false;
    let wake = () => {};
    const stop = () => {
      isStopped = true;
      wake();
    };
    this.#stops.add(stop);
    const source = freedAtEnd(events, () => this.#stops.delete(stop));
    const end = () => {
      isDone = true;
      return source.return();
    };
    /** The next event; null once the stream is stopped. */
    const event = () =>
      new Promise<Step | null>((resolve, reject) => {
        wake = () => resolve(null);
        if (isStopped) wake();
        else source.next().then(resolve, reject);
      });
    const next = async (): Promise<Step> => {
      if (isDone) return done;
      const step = await event();
      if (step !== null && !step.done) return step;
      await end();
      const reason = step === null ? SHUTDOWN : await reasonOf(context);
      return reason === null ? done : { value: { errors: [reason] }, done: false };
    };
    return eventIterator(next, end);
  }
}

const SHUTDOWN = requestError('The server stops. Please subscribe again.', 'SHUTDOWN');

async function reasonOf(context: GraphQLContext) {
  const now = await context.renew();
  const hasEnded = now.tokenRefused || isOver(context.actor, now.actor);
  return hasEnded ? requestError('The session has ended, or has other roles.', 'UNAUTHENTICATED') : null;
}
