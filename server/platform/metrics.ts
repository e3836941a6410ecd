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
  /** Seconds of a statement that places bets. */
  readonly betStatementSeconds: Histogram;
  /** Open subscriptions over sockets. */
  readonly subscribers: Gauge<'operation'>;
  /** Open sockets. */
  readonly sockets: Gauge;
  /** Calls that were refused or failed. Reasons are codes of errors, never words of a client. */
  readonly refusedCalls: Counter<'transport' | 'reason'>;
  /** Seconds from a round's end until this server has the news of a step. */
  readonly roundLagSeconds: Histogram<'game' | 'step'>;
}

/** Codes of failures that are the server's. */
const failures = { graphql: 'INTERNAL_SERVER_ERROR', rest: 'SERVER_ERROR', http: 'SERVER_ERROR' } as const;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const refusedCalls = new Counter({
    name: 'rangoli_refused_calls_total',
    help: 'Calls that were refused or failed, by the code of the reason.',
    labelNames: ['transport', 'reason'],
    registers,
  });
  const bets = new Counter({
    name: 'rangoli_bets_total',
    help: 'Bets, by how they were answered.',
    labelNames: ['outcome'],
    registers,
  });
  // An increase from nothing to the first failure is visible only with the 0 before it.
  bets.inc({ outcome: 'failed' }, 0);
  for (const [transport, reason] of Object.entries(failures)) refusedCalls.inc({ transport, reason }, 0);
  return {
    registry,
    callSeconds: new Histogram({
      name: 'rangoli_call_seconds',
      help: "Seconds from a call's arrival to its answer.",
      labelNames: ['transport', 'operation', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    bets,
    betBatchSize: new Histogram({
      name: 'rangoli_bet_batch_size',
      help: 'How many bets one statement placed.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    betStatementSeconds: new Histogram({
      name: 'rangoli_bet_statement_seconds',
      help: 'Seconds of a statement that places bets, with its commit.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    sockets: new Gauge({ name: 'rangoli_sockets', help: 'Open sockets.', registers }),
    refusedCalls,
    roundLagSeconds: new Histogram({
      name: 'rangoli_round_lag_seconds',
      help: 'Seconds from the end of a round until this server knew that it was decided, or settled.',
      labelNames: ['game', 'step'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 120],
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
