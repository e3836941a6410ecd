import type { Span } from '../../platform/tracing.ts';

/**
 * An iterator whose `return` takes effect at once, even while a `next` is pending (an async generator's would wait).
 */
export interface EventIterator<Value> extends AsyncIterableIterator<Value, undefined> {
  /** The span that caused the event which `next` gave last; undefined where it is not traced. */
  cause?: Span | undefined;
  return(): Promise<IteratorReturnResult<undefined>>;
  throw(error?: unknown): Promise<never>;
}

/** The result of an iterator that has ended. */
export const done = { value: undefined, done: true } as const;

/** An iterator of these events; `end` releases their source, and is called by `return` and `throw`. */
export function eventIterator<Value>(
  next: () => Promise<IteratorResult<Value, undefined>>,
  end: () => Promise<IteratorReturnResult<undefined>>,
): EventIterator<Value> {
  const iterator: EventIterator<Value> = {
    next,
    return: end,
    async throw(error) {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
