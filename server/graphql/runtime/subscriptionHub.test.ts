import type { ExecutionResult } from 'graphql';
import { describe, expect, it } from 'vitest';
import { eventStream } from '../builder/eventStream.ts';
import type { EventIterator } from './eventIterator.ts';
import { SubscriptionHub, type Consumer } from './subscriptionHub.ts';
import type { SendingSocket } from './unsentBytes.ts';

/** A subscription whose first event is its current state, and whose later events the test emits. */
function subscription() {
  const running = new Set<(result: ExecutionResult) => void>();
  let started = 0;
  let state = 'first';
  const result = () => ({ data: { state } });
  return {
    start: () => {
      started += 1;
      return Promise.resolve(
        eventStream<ExecutionResult>((add) => {
          running.add(add);
          add(result());
          return () => running.delete(add);
        }),
      );
    },
    emit(next: string) {
      state = next;
      for (const add of running) add(result());
    },
    started: () => started,
    running: () => running.size,
  };
}

function socket(unsent = 0) {
  const sent: { id: string; type: string; payload: { data: { state: string } } }[] = [];
  let terminated = false;
  const one: SendingSocket & { readyState: number } = {
    bufferedAmount: unsent,
    readyState: 1,
    OPEN: 1,
    terminate: () => (terminated = true),
  };
  const stream = {
    write(bytes: string, encoding: 'latin1') {
      sent.push(JSON.parse(messageIn(Buffer.from(bytes, encoding))));
    },
  };
  return {
    one,
    stream,
    states: () => sent.map(({ payload }) => payload.data.state),
    ids: () => sent.map(({ id }) => id),
    terminated: () => terminated,
  };
}

/** The text of a frame with less than 126 bytes. */
function messageIn(frame: Buffer): string {
  expect([frame[0], frame[1]]).toEqual([0x81, frame.length - 2]);
  return frame.subarray(2).toString('utf8');
}

const hub = () =>
  new SubscriptionHub((error) => {
    throw error;
  });

const consumer = ({ one, stream }: ReturnType<typeof socket>): Consumer => ({ socket: one, stream, operationId: 'a' });

async function join(
  to: SubscriptionHub,
  { start }: ReturnType<typeof subscription>,
  at: ReturnType<typeof socket>,
  id = 'a',
) {
  const joined = await to.join('key', start, { ...consumer(at), operationId: id });
  if (!('next' in joined)) throw new Error('not joined');
  return joined;
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the subscription hub', () => {
  it('runs a subscription once for all subscribers', async () => {
    const [all, rounds] = [hub(), subscription()];
    const sockets = [socket(), socket(), socket()];
    for (const one of sockets) await join(all, rounds, one);
    await turn();
    rounds.emit('second ₹');
    await turn();
    for (const one of sockets) expect(one.states()).toEqual(['first', 'second ₹']);
    expect(rounds.running()).toBe(1);
  });

  it('sends a newcomer the current state, computed once for those who join together', async () => {
    const [all, rounds] = [hub(), subscription()];
    await join(all, rounds, socket());
    await turn();
    rounds.emit('second');
    await turn();
    const startedBefore = rounds.started();
    const late = [socket(), socket()];
    await Promise.all(late.map((one) => join(all, rounds, one)));
    await turn();
    for (const one of late) expect(one.states()).toEqual(['second']);
    expect(rounds.started() - startedBefore).toBe(1);
    expect(rounds.running()).toBe(1);
  });

  it('answers each by its own operation id', async () => {
    const [all, rounds, one] = [hub(), subscription(), socket()];
    const ids = ['1', '"', '\\', 'é', '₹'];
    for (const id of ids) await join(all, rounds, one, id);
    await turn();
    expect(one.ids()).toEqual(ids);
  });

  it('ends the source when the last has left, and begins anew for the next', async () => {
    const [all, rounds] = [hub(), subscription()];
    const [first, second] = [await join(all, rounds, socket()), await join(all, rounds, socket())];
    await first.return();
    expect(rounds.running()).toBe(1);
    await second.return();
    expect(rounds.running()).toBe(0);
    expect(await second.next()).toEqual({ value: undefined, done: true });
    const again = socket();
    await join(all, rounds, again);
    await turn();
    expect(again.states()).toEqual(['first']);
  });

  it('completes all subscribers when the source ends', async () => {
    const all = hub();
    let end: EventIterator<ExecutionResult> | undefined;
    const start = () => {
      end = eventStream<ExecutionResult>(() => () => {});
      return Promise.resolve(end);
    };
    const joined = await all.join('key', start, consumer(socket()));
    if (!('next' in joined)) throw new Error('not joined');
    const waiting = joined.next();
    await end?.return();
    expect(await waiting).toEqual({ value: undefined, done: true });
  });

  it('drops a socket that does not read', async () => {
    const [all, rounds, slow, quick] = [hub(), subscription(), socket(2_000_000), socket()];
    await join(all, rounds, slow);
    await join(all, rounds, quick);
    await turn();
    expect(slow.terminated()).toBe(true);
    expect(quick.states()).toEqual(['first']);
  });

  it('writes nothing to a socket that is closing: after its last frame there may be none', async () => {
    const [all, rounds, closing, open] = [hub(), subscription(), socket(), socket()];
    await join(all, rounds, closing);
    await join(all, rounds, open);
    await turn();
    closing.one.readyState = 2;
    rounds.emit('second');
    await turn();
    expect(closing.states()).toEqual(['first']);
    expect(open.states()).toEqual(['first', 'second']);
  });

  it('yields to other work while it writes to many sockets', async () => {
    const [all, rounds] = [hub(), subscription()];
    let written = 0;
    const manySockets = Array.from({ length: 256 }, () => {
      const one = socket();
      one.stream.write = () => {
        written += 1;
        const until = performance.now() + 0.1;
        while (performance.now() < until);
      };
      return one;
    });
    for (const one of manySockets) await join(all, rounds, one);
    await expect.poll(() => written).toBe(256);
    rounds.emit('second');
    const writtenByThen = await new Promise((resolve) => setImmediate(() => resolve(written - 256)));
    expect(writtenByThen).toBeGreaterThan(0);
    expect(writtenByThen).toBeLessThan(256);
    await expect.poll(() => written).toBe(512);
  });

  it('gives back why a subscription could not be started, and tries again for the next', async () => {
    const all = hub();
    const refusal: ExecutionResult = { data: null };
    const refused = await all.join('key', () => Promise.resolve(refusal), consumer(socket()));
    expect(refused).toBe(refusal);
    await join(all, subscription(), socket());
  });
});
