import { Counter, Gauge } from 'prom-client';
import type { Database } from '../../db/client.ts';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { type Backlog, readBacklog } from '../domain/stats/backlog.ts';
import { type Machine, thisMachine } from '../platform/machineClock.ts';
import type { Metrics } from '../platform/metrics.ts';

/** Prometheus gives a scrape up after 10 s, and would take a server whose database hangs for one that is down. */
const BACKLOG_TIMEOUT_MS = 2_000;

type Pools = Readonly<Record<string, Database['pool']>>;
type Values = Partial<Record<string, number>>;

/** One gauge: what it measures and, at each scrape, its value by label. A value that is unknown is left out. */
interface Shown {
  name: string;
  help: string;
  label?: string;
  read: () => Values | Promise<Values>;
}

/**
 * Adds gauges of this server's connections and of the installation's backlog. They are read at each scrape, so that
 * nothing is counted while a bet is placed. While the database does not answer, those of the backlog are left out.
 */
export function showState(
  { registry }: Metrics,
  services: Services,
  pools: Pools,
  machine: Pick<Machine, 'wall'> = thisMachine,
): void {
  const gauges = [
    ...connectionGauges(services, pools),
    ...outsideGauges(services, machine),
    ...backlogGauges(services),
  ];
  for (const { name, help, label, read } of gauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      async collect() {
        const values = await read();
        this.reset();
        // A reset gauge without labels would show 0.
        if (label === undefined) this.remove();
        for (const [key, value] of Object.entries(values)) {
          if (value !== undefined) this.set(label === undefined ? {} : { [label]: key }, value);
        }
      },
    });
    registry.registerMetric(gauge);
  }
  countReconnects(registry, services.events);
}

/** Left out where there is no bus, like gauges without a value. */
function countReconnects(registry: Metrics['registry'], events: Services['events']): void {
  registry.registerMetric(
    new Counter({
      name: 'rangoli_bus_reconnects_total',
      help: 'Times that NATS was connected again after a break.',
      registers: [],
      collect() {
        this.reset();
        // As above.
        this.remove();
        if (events.bus) this.inc(events.bus.reconnects);
      },
    }),
  );
}

function connectionGauges({ bets, events }: Services, pools: Pools): Shown[] {
  const ofPools = (read: (pool: Database['pool']) => number) => () =>
    Object.fromEntries(Object.entries(pools).map(([purpose, pool]) => [purpose, read(pool)]));
  return [
    {
      name: 'rangoli_pool_busy_connections',
      help: 'Connections to the database that are in use, by purpose.',
      label: 'purpose',
      read: ofPools(({ totalCount, idleCount }) => totalCount - idleCount),
    },
    {
      name: 'rangoli_pool_max_connections',
      help: 'Connections that a purpose may have.',
      label: 'purpose',
      read: ofPools(({ most }) => most),
    },
    {
      name: 'rangoli_pool_waiting',
      help: 'Callers that wait for a connection to the database, by purpose.',
      label: 'purpose',
      read: ofPools(({ waitingCount }) => waitingCount),
    },
    { name: 'rangoli_bets_in_flight', help: 'Bets without an answer yet.', read: () => ({ all: bets.inFlight }) },
    {
      name: 'rangoli_bet_lanes_up',
      help: '1 while the connections that place bets respond, be it late, else 0.',
      read: () => ({ all: Number(bets.answers !== 'none') }),
    },
    {
      name: 'rangoli_listener_up',
      help: '1 while events of other servers are received, else 0.',
      read: () => ({ all: Number(events.isConnected) }),
    },
    {
      name: 'rangoli_bus_up',
      help: '1 while NATS is connected, else 0. Missing where events travel through PostgreSQL.',
      read: () => ({ all: events.bus ? Number(events.bus.isConnected) : undefined }),
    },
  ];
}

/** What this server depends on outside the database. */
function outsideGauges({ clock, beacon }: Services, machine: Pick<Machine, 'wall'>): Shown[] {
  return [
    {
      name: 'rangoli_clock_offset_seconds',
      help: "How far the game's clock, which follows the database's, is ahead of this machine's.",
      read: () => ({ all: (clock.now() - machine.wall()) / 1_000 }),
    },
    {
      name: 'rangoli_beacon_reachable',
      help: '1 while the beacon has lately given an answer that verified, else 0. Missing with BEACON=off.',
      read: () => ({ all: beacon?.isUsed ? Number(beacon.isReachable) : undefined }),
    },
  ];
}

function backlogGauges(services: Services): Shown[] {
  let reading: Promise<Backlog | null> | undefined;
  /** All gauges of a scrape share one reading, and all scrapes that come while it lasts. */
  const backlog = () => {
    reading ??= readBacklog(contextFor(services, { kind: 'system' }))
      .catch((err: unknown) => {
        services.log.warn({ err }, 'the backlog could not be read for metrics');
        return null;
      })
      .finally(() => (reading = undefined));
    return Promise.race([reading, nothingAfter(BACKLOG_TIMEOUT_MS)]);
  };
  const show = (name: string, help: string, values: (state: Backlog) => Values, label?: string): Shown => ({
    name,
    help,
    ...(label !== undefined && { label }),
    read: async () => {
      const state = await backlog();
      return state === null ? {} : values(state);
    },
  });
  return [
    show('rangoli_pending_payments', 'Payments that wait for a decision, by type.', countsOf, 'type'),
    show('rangoli_pending_payments_oldest_seconds', 'Age of the oldest of them, by type.', agesOf, 'type'),
    show('rangoli_unsent_mails', 'Mails that wait for delivery.', ({ mails }) => ({ all: mails?.count })),
    show('rangoli_failing_mails', 'Those that could not be delivered at least once.', ({ mails }) => ({
      all: mails?.failing,
    })),
    show('rangoli_unsent_mails_oldest_seconds', 'Age of the oldest mail that waits.', ({ mails }) => ({
      all: mails?.oldestSeconds,
    })),
    show('rangoli_books_audited_timestamp_seconds', 'When the latest audit of the books finished.', ({ books }) => ({
      all: books ? books.finishedAt.getTime() / 1_000 : undefined,
    })),
    show('rangoli_books_faults', 'Faults that the latest audit of the books found.', ({ books }) => ({
      all: books?.faults,
    })),
    show(
      'rangoli_bank_drift_paise',
      'Paise by which bank and ledger differ on the last closed day, over all accounts.',
      ({ bankDrift }) => ({ all: bankDrift }),
    ),
    show(
      'rangoli_months_ahead',
      'How many of the next three months have partitions for their bets.',
      ({ monthsAhead }) => ({ all: monthsAhead }),
    ),
    show('rangoli_log_size', 'Entries of the public log under its newest checkpoint.', ({ log }) => ({
      all: log.size,
    })),
    show('rangoli_log_pending', 'Entries that have no place in the public log yet.', ({ log }) => ({
      all: log.pending,
    })),
    show(
      'rangoli_witnesses_silent',
      'How many of WITNESSES confirm nothing of the public log. Missing without any.',
      ({ silentWitnesses }) => ({ all: silentWitnesses ?? undefined }),
    ),
    show('rangoli_log_checkpoint_timestamp_seconds', 'When the newest checkpoint was signed.', ({ log }) => ({
      all: log.checkpointAt ? log.checkpointAt.getTime() / 1_000 : undefined,
    })),
  ];
}

function countsOf({ deposits, withdrawals }: Backlog): Values {
  return { deposit: deposits.count, withdrawal: withdrawals.count };
}

function agesOf({ deposits, withdrawals }: Backlog): Values {
  return { deposit: deposits.oldestSeconds, withdrawal: withdrawals.oldestSeconds };
}

function nothingAfter(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref();
  });
}
