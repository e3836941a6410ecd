import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics. Each server of a test has its own registry. */
export interface Metrics {
  readonly registry: Registry;
  /** Seconds from a call's arrival to its answer. */
  readonly callSeconds: Histogram<'transport' | 'operation' | 'outcome'>;
  /** Bets by outcome. */
  readonly bets: Counter<'outcome'>;
  /** Bets per statement. */
  readonly betBatchSize: Histogram;
  /** Open subscriptions over sockets. */
  readonly subscribers: Gauge<'operation'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    callSeconds: new Histogram({
      name: 'rangoli_call_seconds',
      help: "Seconds from a call's arrival to its answer.",
      labelNames: ['transport', 'operation', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    bets: new Counter({
      name: 'rangoli_bets_total',
      help: 'Bets, by how they were answered.',
      labelNames: ['outcome'],
      registers,
    }),
    betBatchSize: new Histogram({
      name: 'rangoli_bet_batch_size',
      help: 'How many bets one statement placed.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    subscribers: new Gauge({
      name: 'rangoli_subscribers',
      help: 'Open subscriptions, by operation.',
      labelNames: ['operation'],
      registers,
    }),
  };
}

/** Adds a gauge of overdue rounds per game; `overdue` is called at each scrape. */
export function showOverdueRounds({ registry }: Metrics, overdue: () => Record<string, number>): void {
  const gauge = new Gauge({
    name: 'rangoli_overdue_rounds',
    help: 'Rounds that ended more than 10 s ago and are not decided and paid, by game.',
    labelNames: ['game'],
    registers: [],
    collect() {
      for (const [game, rounds] of Object.entries(overdue())) this.set({ game }, rounds);
    },
  });
  registry.registerMetric(gauge);
}
