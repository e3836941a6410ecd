import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What an operator watches. Each server of a test has its own registry. */
export interface Metrics {
  readonly registry: Registry;
  /** Seconds from a call's arrival to its answer. */
  readonly callSeconds: Histogram<'transport' | 'operation' | 'outcome'>;
  /** Bets, by how they were answered. */
  readonly bets: Counter<'outcome'>;
  /** How many bets one statement placed. */
  readonly betBatchSize: Histogram;
  /** Milliseconds from a contest's end to its number being published. */
  readonly decideDelayMs: Histogram<'game_type'>;
  /** Seconds from a contest's end to everybody being paid. */
  readonly settleSeconds: Histogram<'game_type'>;
  /** People listening over sockets. */
  readonly subscribers: Gauge<'operation'>;
  /** Failures that nobody expected, by where they were caught. */
  readonly unexpectedErrors: Counter<'place'>;
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
    decideDelayMs: new Histogram({
      name: 'rangoli_decide_delay_ms',
      help: "Milliseconds from a contest's end to its number being published.",
      labelNames: ['game_type'],
      buckets: [10, 25, 50, 100, 250, 1_000, 10_000, 60_000],
      registers,
    }),
    settleSeconds: new Histogram({
      name: 'rangoli_settle_seconds',
      help: "Seconds from a contest's end to everybody being paid.",
      labelNames: ['game_type'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30, 300],
      registers,
    }),
    subscribers: new Gauge({
      name: 'rangoli_subscribers',
      help: 'Open subscriptions, by operation.',
      labelNames: ['operation'],
      registers,
    }),
    unexpectedErrors: new Counter({
      name: 'rangoli_unexpected_errors_total',
      help: 'Failures that nobody expected, by where they were caught.',
      labelNames: ['place'],
      registers,
    }),
  };
}
