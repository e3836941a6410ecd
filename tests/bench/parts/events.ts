import { Repeater, SlidingBuffer } from 'graphql-yoga';
import { eventStream } from '../../../server/graphql/builder/eventStream.ts';
import type { Bench } from '../part.ts';
import { type Finding, measured } from '../report.ts';
import { compare, cpuEach } from './compare.ts';

const EVENTS = 1_000;
const BURSTS = 50;
const ROUNDS = 10;

/** A burst of events about a few rounds, read by a subscriber that was busy meanwhile. */
export async function events(bench: Bench): Promise<Finding[]> {
  let ours = 0;
  let theirs = 0;
  const costs = await compare(bench, {
    what: 'an event to a busy subscriber',
    library: '@repeaterjs/repeater',
    unit: 'µs',
    goal: 1,
    ours: () => cpuEach(EVENTS * BURSTS, () => repeat(async () => (ours = await throughStream()))),
    theirs: () => cpuEach(EVENTS * BURSTS, () => repeat(async () => (theirs = await throughRepeater()))),
  });
  return [
    ...costs,
    measured(`refetches after ${EVENTS} events about ${ROUNDS} rounds: ours`, ours, ''),
    measured(`refetches after ${EVENTS} events about ${ROUNDS} rounds: @repeaterjs/repeater`, theirs, ''),
  ];
}

async function repeat(burst: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < BURSTS; at += 1) await burst();
}

/** Returns how many events the subscriber reads, as the following do. */
async function throughStream(): Promise<number> {
  let add: (event: number, key: string) => void = () => {};
  const stream = eventStream<number>((adding) => {
    add = adding;
    return () => {};
  });
  return drained(stream, (event) => add(event, String(event % ROUNDS)));
}

async function throughRepeater(): Promise<number> {
  let push: (event: number) => unknown = () => {};
  const repeater = new Repeater<number, undefined>(async (pushing, stop) => {
    push = pushing;
    await stop;
  }, new SlidingBuffer(EVENTS));
  return drained(repeater, (event) => void push(event));
}

async function drained(events: AsyncIterator<number, unknown>, add: (event: number) => void): Promise<number> {
  const first = events.next();
  for (let event = 0; event < EVENTS; event += 1) add(event);
  let read = 1;
  for (let result = await first; result.value !== EVENTS - 1; result = await events.next()) read += 1;
  await events.return?.();
  return read;
}
