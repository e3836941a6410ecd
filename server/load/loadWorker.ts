/**
 * A part of `npm run load` in a process of its own: places bets at a rate, or keeps sockets open. Gets its order as
 * its first message and sends a report every second, until its parent disconnects.
 */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { BetOrder } from './betLoad.ts';
import { BetLoad } from './betLoad.ts';
import { type SocketOrder, SocketLoad } from './socketLoad.ts';

export type WorkerOrder = ({ kind: 'bets' } & BetOrder) | ({ kind: 'sockets' } & SocketOrder);

const REPORT_MS = 1_000;

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});
const [order] = (await once(process, 'message')) as [WorkerOrder];
const load = order.kind === 'bets' ? new BetLoad(order) : new SocketLoad(order);
// A generator that lags measures itself, which the report shows.
const lag = monitorEventLoopDelay({ resolution: 10 });
lag.enable();
setInterval(() => {
  process.send?.({ ...load.report(), generatorLagMs: lag.percentile(99) / 1e6 });
  lag.reset();
}, REPORT_MS);
await load.start();
