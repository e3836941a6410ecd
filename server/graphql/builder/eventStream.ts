import { activeCause, type Span } from '../../platform/tracing.ts';
import { BoundedMap } from '../../platform/boundedMap.ts';
import { done, eventIterator, type EventIterator } from '../runtime/eventIterator.ts';

const MAX_WAITING = 1_000;

/**
 * Turns callbacks into a stream of events. `start` is called at once with the function that adds an event, and returns
 * the function that stops the source. Of pending events with the same `key` only the newest is kept, because each only
 * causes a refetch; a reader that falls far behind loses the oldest. Why not a Repeater: .github/decisions/015.
 */
export function eventStream<Event>(
  start: (add: (event: Event, key?: string) => void) => () => void,
): EventIterator<Event> {
  const waiting = new BoundedMap<string, { event: Event; cause: Span | undefined }>(MAX_WAITING);
  let unnamed = 0;
  let reader: ((result: IteratorResult<Event, undefined>) => void) | undefined;
  let ended = false;

  const add = (event: Event, key?: string) => {
    if (ended) return;
    const cause = activeCause();
    if (reader) {
      iterator.cause = cause;
      reader({ value: event, done: false });
      reader = undefined;
      return;
    }
    waiting.set(key ?? `#${(unnamed += 1)}`, { event, cause });
  };
  const end = () => {
    if (!ended) {
      ended = true;
      stop();
      waiting.clear();
      reader?.(done);
      reader = undefined;
    }
    return Promise.resolve(done);
  };
  const next = (): Promise<IteratorResult<Event, undefined>> => {
    if (ended) return Promise.resolve(done);
    const oldest = waiting.takeOldest();
    if (oldest) {
      iterator.cause = oldest.cause;
      return Promise.resolve({ value: oldest.event, done: false });
    }
    return new Promise((resolve) => {
      reader = resolve;
    });
  };
  const iterator = eventIterator(next, end);
  const stop = start(add);
  return iterator;
}
