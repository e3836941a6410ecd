import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EventBus, type EventRelay } from './events.ts';

type News = { type: 'news'; words: string } | { type: 'weather'; degrees: number };

/** A relay that delivers payloads to every bus, the sender's included, as NOTIFY does. */
class Wire implements EventRelay {
  readonly buses: EventBus<News>[] = [];
  readonly sent: string[][] = [];
  broken = false;

  async send(payloads: readonly string[]): Promise<void> {
    await Promise.resolve();
    if (this.broken) throw new Error('cut');
    this.sent.push([...payloads]);
    for (const payload of payloads) for (const bus of this.buses) bus.receive(payload);
  }
}

function busOn(wire: Wire, batchIntervalMs?: number): { bus: EventBus<News>; received: string[]; errors: unknown[] } {
  const errors: unknown[] = [];
  const bus = new EventBus<News>({
    relay: wire,
    onError: (error) => errors.push(error),
    ...(batchIntervalMs !== undefined && { batchIntervalMs }),
  });
  const received: string[] = [];
  bus.on('news', ({ words }) => received.push(words));
  wire.buses.push(bus);
  return { bus, received, errors };
}

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('events', () => {
  it('are delivered locally before publish returns, and to the others once, in one batch', async () => {
    const wire = new Wire();
    const [here, there] = [busOn(wire), busOn(wire)];
    here.bus.publish({ type: 'news', words: 'a' }, { type: 'weather', degrees: 30 });
    here.bus.publish({ type: 'news', words: 'b' });
    expect(here.received).toEqual(['a', 'b']);
    expect(there.received).toEqual([]);
    await settled();
    expect(here.received).toEqual(['a', 'b']);
    expect(there.received).toEqual(['a', 'b']);
    expect(wire.sent.map(({ length }) => length)).toEqual([1]);
  });

  it('that follow soon are gathered for a moment, and go together', async () => {
    const wire = new Wire();
    const [here, there] = [busOn(wire, 500), busOn(wire)];
    here.bus.publish({ type: 'news', words: 'a' });
    await settled();
    for (const words of ['b', 'c', 'd']) {
      here.bus.publish({ type: 'news', words });
      await settled();
    }
    expect(there.received).toEqual(['a']);
    await here.bus.stop();
    expect(there.received).toEqual(['a', 'b', 'c', 'd']);
    expect(wire.sent).toHaveLength(2);
  });

  it('travel in payloads that NOTIFY takes, however many they are', () => {
    const bus = new EventBus<News>();
    const events = Array.from({ length: 500 }, (_, n): News => ({ type: 'news', words: `${n} ${'ü'.repeat(50)}` }));
    const payloads = bus.payloads(events);
    expect(payloads.length).toBeGreaterThan(1);
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    const carried = payloads.flatMap((payload) => (JSON.parse(payload) as { events: News[] }).events);
    expect(carried).toEqual(events);
    expect(() => bus.payloads([{ type: 'news', words: 'x'.repeat(8_000) }])).toThrow(RangeError);
  });

  it('reach the others after the relay was cut for a while', async () => {
    const wire = new Wire();
    const [here, there] = [busOn(wire), busOn(wire)];
    wire.broken = true;
    here.bus.publish({ type: 'news', words: 'late' });
    await settled();
    expect(here.errors).toHaveLength(1);
    wire.broken = false;
    await expect.poll(() => there.received).toEqual(['late']);
  });

  it('reach every listener, though one of them fails', () => {
    const { bus, received, errors } = busOn(new Wire());
    bus.on('news', () => {
      throw new Error('a bad listener');
    });
    const late: string[] = [];
    bus.on('news', ({ words }) => late.push(words));
    bus.publish({ type: 'news', words: 'x' });
    expect([received, late]).toEqual([['x'], ['x']]);
    expect(errors).toHaveLength(1);
  });

  it.each(['', 'hello', 'null', '{"origin":"x"}'])(
    'are told from what somebody else sends on the channel: %j',
    (payload) => {
      const { bus, received, errors } = busOn(new Wire());
      bus.receive(payload);
      expect(received).toEqual([]);
      expect(errors).toHaveLength(1);
    },
  );

  it('are not delivered after unsubscribing', () => {
    const bus = new EventBus<News>();
    const received: string[] = [];
    const leave = bus.on('news', ({ words }) => received.push(words));
    leave();
    bus.publish({ type: 'news', words: 'x' });
    expect(received).toEqual([]);
  });
});

describe('being in touch', () => {
  it('is given where there are no others', () => {
    expect(new EventBus<News>().isConnected).toBe(true);
  });

  it('begins with the connection, ends with it, and what was kept is thrown away before it is trusted again', () => {
    const { bus } = busOn(new Wire());
    const seen: boolean[] = [];
    bus.onReconnect(() => seen.push(bus.isConnected));
    expect(bus.isConnected).toBe(false);
    bus.reconnected();
    expect(bus.isConnected).toBe(true);
    bus.disconnected();
    expect(bus.isConnected).toBe(false);
    bus.reconnected();
    expect(seen).toEqual([false, false]);
  });

  it('reports the length of the gap, however often it was detected', async () => {
    const { bus } = busOn(new Wire());
    const gaps: number[] = [];
    bus.onReconnect((gapMs) => gaps.push(gapMs));
    bus.reconnected();
    bus.disconnected();
    await delay(20);
    bus.disconnected();
    bus.reconnected();
    expect(gaps).toEqual([0, expect.any(Number)]);
    expect(gaps[1]).toBeGreaterThanOrEqual(19);
  });
});
