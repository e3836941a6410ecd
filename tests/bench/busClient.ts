/**
 * A server's end of an event bus in a process of its own: sends events at a rate, and measures how long those of the
 * others took.
 */
import { pino } from 'pino';
import { openDatabase } from '../../db/client.ts';
import { relayedEvents } from '../../server/composition/relay.ts';
import { walletsChanged } from '../../server/domain/ground/verbs/events.ts';
import { percentile } from '../../server/load/percentile.ts';
import type { ServerAddress } from '../support/postgres.ts';
import { sinceEpoch } from './fanClient.ts';

export interface BusClientSetup {
  address: ServerAddress;
  /** Undefined: NOTIFY. */
  natsUrl?: string | undefined;
  /** Events a second; zero: silent. */
  rate: number;
}

export interface BusDelivery {
  received: number;
  p50: number;
  p99: number;
}

const TICK_MS = 10;

const { address, natsUrl, rate } = JSON.parse(process.argv[2] ?? '') as BusClientSetup;
const database = openDatabase(address, { max: 2 });
const nats = natsUrl === undefined ? undefined : { url: natsUrl, subject: 'rangoli.bench' };
const { events } = await relayedEvents({ address, database, log: pino({ level: 'error' }), nats });
let took: number[] = [];
// The id is the instant at which it was sent, in microseconds: a server's own events arrive at once and count as nothing.
let own = false;
events.on('walletChanged', ({ playerIds }) => {
  if (!own) for (const id of playerIds) took.push(sinceEpoch() - Number(id) / 1_000);
});
let due = 0;
setInterval(() => {
  own = true;
  for (due += (rate * TICK_MS) / 1_000; due >= 1; due -= 1) {
    events.publish(...walletsChanged([BigInt(Math.round(sinceEpoch() * 1_000))]));
  }
  own = false;
}, TICK_MS);
process.on('message', () => {
  const answer: BusDelivery = { received: took.length, p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
  took = [];
  process.send?.(answer);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: '' });
