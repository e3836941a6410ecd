import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { GraphQLContext } from './context.ts';
import { done, eventIterator, type EventIterator } from './eventIterator.ts';
import type { Span } from '../../platform/tracing.ts';
import type { InFlight } from './inFlight.ts';
import { isOver } from './isOver.ts';
import type { Turns } from './turns.ts';

interface EventRuns {
  /** What the subscribers receive of a result. */
  readonly finish: (result: ExecutionResult) => ExecutionResult;
  /** They schedule the events of many subscriptions. */
  readonly turns: Turns;
  /** Counts the events that are being executed. */
  readonly inFlight: InFlight;
  /** Waits until the caller may have the next event; undefined where events cost nothing. */
  readonly pay?: ((isOver: () => boolean) => Promise<void>) | undefined;
}

/**
 * Subscribes, and runs each event in a context of its own: fresh loaders, a new `now`, and a caller whose session is
 * checked again. When the session ends or has other roles, the subscription ends. Of a subscription that has ended no
 * further event is executed.
 */
export async function subscribeWithFreshContext(
  args: ExecutionArgs & { contextValue: GraphQLContext },
  { finish, turns, inFlight, pay }: EventRuns,
): Promise<EventIterator<ExecutionResult> | ExecutionResult> {
  const source = await inFlight.run(async () => createSourceEventStream(args));
  if (!(Symbol.asyncIterator in source)) return source;
  const events: AsyncIterator<unknown> & { cause?: Span | undefined } = source[Symbol.asyncIterator]();
  /** Of the event that the subscribers are being sent: they ask for the next one afterwards. */
  let sending: Span | undefined;
  let stopWatching = () => {};
  let ended = false;
  const isEnded = () => ended;
  const end = async () => {
    ended = true;
    stopWatching();
    sending?.end();
    sending = undefined;
    await events.return?.();
    return done;
  };
  stopWatching = onSessionEnd(args.contextValue, end);
  const executed = async (
    event: unknown,
    cause: Span | undefined,
  ): Promise<IteratorResult<ExecutionResult, undefined>> => {
    const executing = cause?.child('execute event');
    const contextValue = await args.contextValue.renew();
    if (contextValue.tokenRefused || isOver(args.contextValue.actor, contextValue.actor)) return end();
    // For each event, hence without a spread (.github/decisions/019, until 2027-04-30).
    const result = await turns.run(() =>
      ended ? null : execute(Object.assign({}, args, { rootValue: event, contextValue })),
    );
    executing?.end();
    if (result === null) return done;
    sending = cause?.child('broadcast');
    return { value: finish(result), done: false };
  };
  const next = async (): Promise<IteratorResult<ExecutionResult, undefined>> => {
    sending?.end();
    sending = undefined;
    const event = await events.next();
    if (event.done || ended) return done;
    await pay?.(isEnded);
    // Meanwhile it may have ended.
    if (isEnded()) return done;
    return inFlight.run(() => executed(event.value, events.cause));
  };
  return eventIterator(next, end);
}

/**
 * Calls `end` as soon as the session behind a call has ended, or its admin has other roles, on any server. Returns the
 * function that cancels that.
 */
function onSessionEnd({ actor, events }: GraphQLContext, end: () => Promise<unknown>): () => void {
  if (!('sessionId' in actor)) return () => {};
  const own = String(actor.sessionId);
  const check = ({ sessionIds }: { sessionIds: readonly string[] }) => {
    if (sessionIds.includes(own)) void end();
  };
  const stops = [events.on('sessionsEnded', check), events.on('rolesChanged', check)];
  return () => stops.forEach((stop) => stop());
}

/** The same events; `free` is called once when either side ends them. */
export function freedAtEnd<Value>(events: EventIterator<Value>, free: () => void): EventIterator<Value> {
  const iterator: EventIterator<Value> = {
    async next() {
      try {
        const event = await events.next();
        if (event.done) free();
        return event;
      } catch (error) {
        free();
        throw error;
      }
    },
    return() {
      free();
      return events.return();
    },
    throw(error) {
      free();
      return events.throw(error);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
