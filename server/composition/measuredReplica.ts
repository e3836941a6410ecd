import { Counter, Gauge } from 'prom-client';
import { type Database, type DatabaseAddress, openDatabase } from '../../db/client.ts';
import { limitsFor } from '../../db/limits.ts';
import { isReplicasFault, Replica } from '../../db/replica.ts';
import type { DomainEvent } from '../domain/ground/verbs/events.ts';
import type { ReportReplica } from '../domain/ground/database/reportReplica.ts';
import type { EventBus } from '../platform/events.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

/** Heavy reads take long, and few run together. */
const MAX_CONNECTIONS = 6;
const MEASURE_MS = 1_000;

export interface ReportReplicaOptions {
  readonly address: DatabaseAddress;
  readonly maxLagMs: number;
  readonly primary: Database;
  readonly events: EventBus<DomainEvent>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly deadlineScale?: number | undefined;
  /** Between measurements of the lag; default: 1 s. */
  readonly measureMs?: number;
}

/** A replica for reports, measured every second. One that can't be reached delays no start. */
export class MeasuredReplica implements ReportReplica {
  readonly #replica: Replica;
  readonly #options: ReportReplicaOptions;
  readonly #reads: Counter<'from'>;
  /** When events of a type came last, in milliseconds of the monotonic clock. */
  readonly #lastEvents = new Map<DomainEvent['type'], number>();
  readonly #forget: (() => void)[] = [];
  #allBefore = Number.NEGATIVE_INFINITY;
  #wasUsable = true;
  #timer: NodeJS.Timeout | undefined;
  #measuring: Promise<void> | undefined;
  #stopped = false;

  constructor(options: ReportReplicaOptions) {
    const { address, maxLagMs, primary, events, log, metrics, deadlineScale } = options;
    this.#options = options;
    const database = openDatabase(address, {
      max: MAX_CONNECTIONS,
      limits: limitsFor('api', deadlineScale),
      onIdleError: (err) => log.warn({ err }, 'a connection to the replica broke'),
    });
    this.#replica = new Replica(database, { primary: primary.pool, maxLagMs, monotonic: () => performance.now() });
    this.#forget.push(events.onReconnect(() => (this.#allBefore = performance.now())));
    this.#reads = countReads(metrics);
    showReplica(metrics, this.#replica);
  }

  /** Begins to measure. Resolves after the first measurement. */
  async start(): Promise<void> {
    this.#measuring = this.#measure();
    await this.#measuring;
  }

  dbAfter(after: readonly DomainEvent['type'][]) {
    const { currentUntil, isUsable, database } = this.#replica;
    const hasAll = after.every((type) => this.#lastEvent(type) < currentUntil);
    const noneMissed = after.length === 0 || (this.#options.events.isWhole && this.#allBefore < currentUntil);
    const chosen = isUsable && hasAll && noneMissed ? database.db : null;
    this.#reads.inc({ from: chosen ? 'replica' : 'primary' });
    return chosen;
  }

  failed(error: unknown): boolean {
    if (!isReplicasFault(error)) return false;
    this.#replica.fail();
    this.#reads.inc({ from: 'primary_after_replica' });
    this.#options.log.warn({ err: error }, 'a read failed on the replica and goes to the primary');
    return true;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const forget of this.#forget) forget();
    await this.#measuring;
    await this.#replica.database.close();
  }

  /** Counts from the first question on: an event before it may have been missed. */
  #lastEvent(type: DomainEvent['type']): number {
    const known = this.#lastEvents.get(type);
    if (known !== undefined) return known;
    const now = performance.now();
    this.#lastEvents.set(type, now);
    this.#forget.push(this.#options.events.on(type, () => this.#lastEvents.set(type, performance.now())));
    return now;
  }

  async #measure(): Promise<void> {
    const { log, measureMs = MEASURE_MS } = this.#options;
    let reason: unknown;
    await this.#replica.measure().catch((error: unknown) => (reason = error));
    const { isUsable, lagMs } = this.#replica;
    if (isUsable !== this.#wasUsable) {
      this.#wasUsable = isUsable;
      if (isUsable) log.info('reports are read from the replica again');
      else log.warn({ err: reason, lagMs }, 'reports are read from the primary: the replica lags or is not reachable');
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#measuring = this.#measure();
    }, measureMs);
    this.#timer.unref();
  }
}

function countReads({ registry }: Pick<Metrics, 'registry'>): Counter<'from'> {
  return new Counter({
    name: 'rangoli_report_reads_total',
    help: 'Reads of the back office that a replica may serve, by what served them.',
    labelNames: ['from'],
    registers: [registry],
  });
}

/** Adds gauges of the replica's lag and of whether it is used. */
export function showReplica(
  { registry }: Pick<Metrics, 'registry'>,
  replica: Pick<Replica, 'lagMs' | 'isUsable'>,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'rangoli_replica_lag_seconds',
      help: 'How much the replica may lack at most, with the second between measurements; infinite while it is not reachable.',
      registers: [],
      collect() {
        this.set(replica.lagMs / 1_000);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'rangoli_replica_usable',
      help: '1 while the replica lags within its bound, else 0.',
      registers: [],
      collect() {
        this.set(Number(replica.isUsable));
      },
    }),
  );
}
