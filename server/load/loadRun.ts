import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BetReport } from './betLoad.ts';
import type { LoadRun, Sample } from './loadReport.ts';
import type { WorkerOrder } from './loadWorker.ts';
import { machineUse } from './machineUse.ts';
import type { SocketReport } from './socketLoad.ts';

const RUN = fileURLToPath(new URL('../build/run.mjs', import.meta.url));
const WORKER = fileURLToPath(new URL('loadWorker.ts', import.meta.url));
/** The most sockets of one process: the system has about 28,000 ports for connections to one address. */
const SOCKETS_EACH = 5_000;
const SECOND = 1_000;

export interface LoadOptions {
  url: string;
  tokens: string[];
  bets: number;
  stake: string;
  sockets: number;
  seconds: number;
  clockOffsetMs: number;
  metricsUrl?: string | undefined;
  signal: AbortSignal;
  onSample: (sample: Sample) => void;
}

/** How many players the load needs: 25 bets a second and 15 sockets each stay below every limit of an account. */
export function playersFor({ bets, sockets }: Pick<LoadOptions, 'bets' | 'sockets'>): number {
  return Math.max(1, Math.ceil(bets / 25), Math.ceil(sockets / 15));
}

/** Runs the load for its time, or until the signal. */
export async function runLoad(options: LoadOptions): Promise<Pick<LoadRun, 'samples' | 'lags' | 'refused'>> {
  const { seconds, signal, metricsUrl, onSample } = options;
  const run = { samples: [] as Sample[], lags: [] as LoadRun['lags'][number][], refused: {} as Record<string, number> };
  const sums = new Sums();
  const workers = ordersOf(options).map((order) => startWorker(order, sums));
  const readUse = machineUse(metricsUrl);
  try {
    for (let at = 1; at <= seconds && !signal.aborted; at += 1) {
      await delay(SECOND, undefined, { signal }).catch(() => {});
      const { lags, refused, ...counts } = sums.take();
      for (const lag of lags) run.lags.push({ at, ...lag });
      for (const [code, count] of Object.entries(refused)) run.refused[code] = (run.refused[code] ?? 0) + count;
      const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0);
      const sample: Sample = { at, ...counts, refused: refusals, ...(await readUse()) };
      run.samples.push(sample);
      onSample(sample);
    }
  } finally {
    await Promise.all(workers.map(stopWorker));
  }
  return run;
}

function ordersOf({ url, tokens, bets, stake, sockets, clockOffsetMs }: LoadOptions): WorkerOrder[] {
  const orders: WorkerOrder[] = [];
  if (bets > 0) {
    orders.push({ kind: 'bets', url, rate: bets, stake, tokens: tokens.slice(0, playersFor({ bets, sockets: 0 })) });
  }
  for (let left = sockets; left > 0; left -= SOCKETS_EACH) {
    orders.push({ kind: 'sockets', url, tokens, sockets: Math.min(left, SOCKETS_EACH), clockOffsetMs });
  }
  return orders;
}

function startWorker(order: WorkerOrder, sums: Sums): ChildProcess {
  const worker = fork(RUN, [WORKER]);
  // Not as an argument, which may have 128 kB: an order has the tokens of hundreds of players.
  worker.send(order);
  const { pid = 0 } = worker;
  worker.on('message', (report: (BetReport | SocketReport) & { generatorLagMs: number }) => {
    if ('placed' in report) sums.addBets(report);
    else sums.addSockets(pid, report);
    sums.generatorLagMs = Math.max(sums.generatorLagMs, report.generatorLagMs);
  });
  return worker;
}

async function stopWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null) return;
  const ended = once(worker, 'exit');
  if (worker.connected) worker.disconnect();
  await ended;
}

/** What the workers reported since the last sample. */
class Sums {
  generatorLagMs = 0;
  #bets: BetReport | undefined;
  #messages = 0;
  #lags: SocketReport['lags'] = [];
  readonly #open = new Map<number, number>();

  addBets(report: BetReport): void {
    this.#bets = report;
  }

  addSockets(worker: number, { open, messages, lags }: SocketReport): void {
    this.#open.set(worker, open);
    this.#messages += messages;
    this.#lags.push(...lags);
  }

  take() {
    const { placed = 0, refused = {}, p50 = Number.NaN, p99 = Number.NaN, unsent = 0 } = this.#bets ?? {};
    const taken = {
      bets: placed,
      refused,
      p50,
      p99,
      unsent,
      messages: this.#messages,
      sockets: [...this.#open.values()].reduce((sum, open) => sum + open, 0),
      generatorLagMs: this.generatorLagMs,
      lags: this.#lags,
    };
    this.#bets = undefined;
    this.#messages = 0;
    this.#lags = [];
    this.generatorLagMs = 0;
    return taken;
  }
}
