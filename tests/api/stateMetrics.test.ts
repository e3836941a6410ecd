import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { showArchive } from '../../server/composition/archiveMetrics.ts';
import { showRoundLag } from '../../server/composition/roundLag.ts';
import { showReplica } from '../../server/composition/measuredReplica.ts';
import { showSpace } from '../../server/composition/spaceMetrics.ts';
import { showState } from '../../server/composition/stateMetrics.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { mergeLog } from '../../server/domain/publicLog/mergeLog.ts';
import { startContestClock } from '../../server/jobs/contestClock.ts';
import type { DomainEvent } from '../../server/domain/ground/verbs/events.ts';
import { EventBus } from '../../server/platform/events.ts';
import { createMetrics, type Metrics, showOverdueRounds } from '../../server/platform/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { tamper } from '../support/tamper.ts';
import { givenDeposit, givenMember } from '../support/world/members.ts';

const ALERTS = new URL('../../server/deploy/prometheus/alerts.yml', import.meta.url);

let database: TestDatabase;
let domain: TestDomain;
let metrics: Metrics;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  metrics = createMetrics();
  showOverdueRounds(metrics, () => ({ sapreHalf: 0 }));
  showState(metrics, domain.services, { api: database.pool }, { wall: () => domain.clock.now() - 3_000 });
});
afterAll(() => database.close());

/** The samples as Prometheus reads them, by series. */
async function scrape({ registry } = metrics): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('rangoli_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

it('payments that wait are counted by type, with the age of the oldest', async () => {
  const player = await givenMember(domain);
  await givenDeposit(domain, player, 100);
  domain.clock.advance(90_000);
  await givenDeposit(domain, player, 200);
  expect(await scrape()).toMatchObject({
    'rangoli_pending_payments{type="deposit"}': 2,
    'rangoli_pending_payments_oldest_seconds{type="deposit"}': 90,
    'rangoli_pending_payments{type="withdrawal"}': 0,
    'rangoli_pending_payments_oldest_seconds{type="withdrawal"}': 0,
  });
});

it('mails that wait are shown only where mails are sent', async () => {
  expect(await scrape()).not.toHaveProperty('rangoli_unsent_mails');
  await database.pool.query(
    `insert into mails (recipient, subject, created_at, attempts, next_attempt_at, sent_at)
     select 'a@example.com', 's', $1::timestamptz - interval '1 hour' * n, n - 1, $1, case n when 3 then $1::timestamptz end
       from generate_series(1, 3) n`,
    [new Date(domain.clock.now())],
  );
  // Never sent by this server, so not waiting.
  await database.pool.query(
    `insert into mails (recipient, subject, created_at, next_attempt_at, money_mode, public_url)
     values ('a@example.com', 's', $1::timestamptz - interval '5 hours', $1, 'play', 'https://former.example')`,
    [new Date(domain.clock.now())],
  );
  const mail = { send: () => Promise.resolve(), close: () => {} } as unknown as TestDomain['services']['mail'];
  const sending = createMetrics();
  showState(sending, { ...domain.services, mail }, {});
  const shown = await scrape(sending);
  expect(shown).toMatchObject({ rangoli_failing_mails: 1, rangoli_unsent_mails_oldest_seconds: 7_200 });
  expect(shown['rangoli_unsent_mails']).toBeGreaterThanOrEqual(2);
});

it('the last finished audit of the books is shown with its faults, and nothing before the first', async () => {
  expect(await scrape()).not.toHaveProperty('rangoli_books_faults');
  await database.pool.query(
    `insert into book_audits (due_at, started_at, finished_at, checks)
     values ('2026-11-19', '2026-11-19', '2026-11-19T00:01:00Z', '[{"name":"a","faultCount":2},{"name":"b","faultCount":1}]'),
            ('2026-11-20', '2026-11-20', null, null)`,
  );
  expect(await scrape()).toMatchObject({
    rangoli_books_faults: 3,
    rangoli_books_audited_timestamp_seconds: Date.parse('2026-11-19T00:01:00Z') / 1_000,
  });
});

it('without the database the connections are still shown, and what it held is not', async () => {
  const execute = vi.spyOn(domain.services.db, 'execute').mockRejectedValue(new Error('away'));
  try {
    const shown = await scrape();
    expect(shown).toHaveProperty('rangoli_bet_lanes_up');
    expect(shown).toHaveProperty('rangoli_pool_waiting{purpose="api"}', 0);
    expect(Object.keys(shown).filter((name) => /pending|books|mails/.test(name))).toEqual([]);
  } finally {
    execute.mockRestore();
  }
});

it('a database that hangs holds no scrape up', async () => {
  const execute = vi.spyOn(domain.services.db, 'execute').mockReturnValue(new Promise(() => {}) as never);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const hanging = createMetrics();
  showState(hanging, domain.services, {});
  try {
    const shown = scrape(hanging);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await shown).toHaveProperty('rangoli_bet_lanes_up');
  } finally {
    vi.useRealTimers();
    execute.mockRestore();
  }
});

it('the public log shows its size, and what has no place in it yet', async () => {
  await database.pool.query('select begin_log($1)', [domain.services.logSigner.name]);
  const before = await scrape();
  expect(before['rangoli_log_pending']).toBeGreaterThan(0);
  await mergeLog(domain.as({ kind: 'system' }));
  const after = await scrape();
  expect(after['rangoli_log_pending']).toBe(0);
  expect(after['rangoli_log_size']).toBe(before['rangoli_log_size']! + before['rangoli_log_pending']!);
  expect(after).toHaveProperty('rangoli_log_checkpoint_timestamp_seconds');
});

it('the drifts of the last closed days are added up without their signs', async () => {
  expect(await scrape()).toHaveProperty('rangoli_bank_drift_paise', 0);
  const closed = (payee: number, day: string, drift: number) =>
    `insert into statement_days (payee_id, day, opening, money_in, money_out, closing, ledger_opening, ledger_in, ledger_out,
                                 set_aside, ledger_closing, drift, reason, closed_by, closed_at)
     values (${payee}, '${day}', 0, 0, 0, ${drift}, 0, 0, 0, 0, 0, ${drift}, 'a reason that is long enough', 1, now())`;
  const days = [closed(1, '2026-11-18', 900), closed(1, '2026-11-19', -100), closed(2, '2026-11-19', 50)];
  await tamper(database, days.join('; '));
  expect(await scrape()).toHaveProperty('rangoli_bank_drift_paise', 150);
});

it('the months that have partitions are counted, of the next three', async () => {
  await database.pool.query('select make_months()');
  expect(await scrape()).toHaveProperty('rangoli_months_ahead', 3);
  await tamper(database, 'drop table bets_2702');
  expect(await scrape()).toHaveProperty('rangoli_months_ahead', 2);
});

it('the clock’s offset is shown, and the beacon where there is one', async () => {
  const shown = await scrape();
  expect(shown).toHaveProperty('rangoli_clock_offset_seconds', 3);
  expect(shown).not.toHaveProperty('rangoli_beacon_reachable');
  const beacon = {
    isUsed: true,
    isReachable: true,
    relays: ['https://relay.example'],
  } as unknown as TestDomain['services']['beacon'];
  const withBeacon = createMetrics();
  showState(withBeacon, { ...domain.services, beacon }, {});
  expect(await scrape(withBeacon)).toHaveProperty('rangoli_beacon_reachable', 1);
});

it('witnesses that confirm nothing are counted, where there are any', async () => {
  expect(await scrape()).not.toHaveProperty('rangoli_witnesses_silent');
  const witnesses = ['one', 'two', 'three', 'four'].map((vkey) => ({ verifier: { name: vkey, vkey } }));
  const confirmed = (secondsAgo: number) => new Date(domain.clock.now() - secondsAgo * 1_000).toISOString();
  await database.pool.query(
    `insert into log_witnesses (vkey, size, confirmed_at, fault)
     values ('one', 1, '${confirmed(1)}', null), ('two', 1, '${confirmed(601)}', null), ('three', 1, '${confirmed(1)}', 'unreachable')`,
  );
  const withWitnesses = createMetrics();
  showState(withWitnesses, { ...domain.services, witnesses: witnesses as never }, {});
  expect(await scrape(withWitnesses)).toHaveProperty('rangoli_witnesses_silent', 3);
});

it('the bus is shown where there is one, with the times that it came back', async () => {
  const without = await scrape();
  expect(without).not.toHaveProperty('rangoli_bus_up');
  expect(without).not.toHaveProperty('rangoli_bus_reconnects_total');
  const events = new EventBus<DomainEvent>({ relay: { send: () => Promise.resolve() }, hasOwnBus: true });
  const withBus = createMetrics();
  showState(withBus, { ...domain.services, events }, {});
  const seen: unknown[] = [];
  const see = async () => {
    const shown = await scrape(withBus);
    seen.push([shown['rangoli_bus_up'], shown['rangoli_bus_reconnects_total']]);
  };
  await see();
  events.reconnected('bus');
  await see();
  // The database's connection is counted apart.
  events.reconnected('database');
  events.disconnected('database');
  events.reconnected('database');
  events.disconnected('bus');
  await see();
  events.reconnected('bus');
  await see();
  expect(seen).toEqual([
    [0, 0],
    [1, 0],
    [0, 0],
    [1, 1],
  ]);
});

it('the lag of a round is observed when it is decided and when it is settled', async () => {
  const stop = showRoundLag(metrics, domain.services);
  const games = startContestClock(domain.services, { chainLength: 100 });
  await games.idle();
  const { endsAt } = slotAt('sapreHalf', domain.clock.now());
  domain.clock.set(endsAt + 1_500);
  await games.idle();
  const of = (step: string) => `rangoli_round_lag_seconds_sum{game="sapreHalf",step="${step}"}`;
  await expect.poll(async () => (await scrape())[of('settled')]).toBe(1.5);
  expect(await scrape()).toHaveProperty([of('decided')], 1.5);
  stop();
  await games.stop();
});

it('every metric that an alert watches exists', () => {
  const watched = new Set(readFileSync(ALERTS, 'utf8').match(/\brangoli_\w+?(?=_bucket|\b)/g));
  expect(watched.size).toBeGreaterThan(8);
  showArchive(metrics, { dataDir: '', archiveDir: '' });
  showReplica(metrics, { lagMs: 0, isUsable: true });
  showSpace(metrics, { isShort: false, freeBytes: 0, minFreeBytes: 0 });
  const known = new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name));
  expect([...watched].filter((name) => !known.has(name))).toEqual([]);
});
