import type { EventIterator } from './subscribeAfresh.ts';

const MAX_WAITING = 1_000;

/**
 * Turns what happens into a stream of events. `start` is called at once with the function that adds an event, and gives
 * the function that stops the source. Of events with the same `key` only the newest waits, since each asks for a
 * re-read; a reader that falls far behind loses the oldest.
 */
export function eventStream<Event>(
  start: (add: (event: Event, key?: string) => void) => () => void,
): EventIterator<Event> {
  const waiting = new Map<string, Event>();
  const done = { value: undefined, done: true } as const;
  let unnamed = 0;
  let reader: ((result: IteratorResult<Event, undefined>) => void) | undefined;
  let ended = false;

  const add = (event: Event, key?: string) => {
    if (ended) return;
    if (reader) {
      reader({ value: event, done: false });
      reader = undefined;
      return;
    }
    const name = key ?? `#${(unnamed += 1)}`;
    waiting.delete(name);
    waiting.set(name, event);
    if (waiting.size > MAX_WAITING) waiting.delete(firstKey(waiting));
  };
  const stop = start(add);

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
  const iterator: EventIterator<Event> = {
    next() {
      if (ended) return Promise.resolve(done);
      if (waiting.size > 0) {
        const name = firstKey(waiting);
        const value = waiting.get(name) as Event;
        waiting.delete(name);
        return Promise.resolve({ value, done: false });
      }
      return new Promise((resolve) => {
        reader = resolve;
      });
    },
    return: end,
    async throw(error) {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

function firstKey(map: ReadonlyMap<string, unknown>): string {
  for (const key of map.keys()) return key;
  throw new RangeError('the map is empty');
}
