import { describe, expect, it } from 'vitest';
import { eventStream } from './eventStream.ts';

function source<Event>() {
  let add: (event: Event, key?: string) => void = () => {};
  let stopped = 0;
  const stream = eventStream<Event>((adding) => {
    add = adding;
    return () => (stopped += 1);
  });
  return { stream, add: (event: Event, key?: string) => add(event, key), stopped: () => stopped };
}

describe('a stream of events', () => {
  it('gives what has happened, then what happens', async () => {
    const { stream, add } = source<number>();
    add(1);
    add(2);
    expect((await stream.next()).value).toBe(1);
    expect((await stream.next()).value).toBe(2);
    const next = stream.next();
    add(3);
    expect((await next).value).toBe(3);
  });

  it('keeps only the newest of events with the same key', async () => {
    const { stream, add } = source<string>();
    add('old', 'wallet');
    add('ticket', 'ticket');
    add('new', 'wallet');
    expect((await stream.next()).value).toBe('ticket');
    expect((await stream.next()).value).toBe('new');
  });

  it('ends at once, also while a reader waits', async () => {
    const { stream, add, stopped } = source<number>();
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ value: undefined, done: true });
    add(1);
    expect(await stream.next()).toEqual({ value: undefined, done: true });
    await stream.return();
    expect(stopped()).toBe(1);
  });

  it('drops the oldest when nothing reads', async () => {
    const { stream, add } = source<number>();
    for (let event = 1; event <= 1_500; event += 1) add(event);
    expect((await stream.next()).value).toBe(501);
  });
});
