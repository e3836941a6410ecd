import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { examine } from '../../server/composition/doctor/examine.ts';
import { MeasuredReplica } from '../../server/composition/measuredReplica.ts';
import { readConfig } from '../../server/config/config.ts';
import { listAudit } from '../../server/domain/audit/auditList.ts';
import { recordAudit } from '../../server/domain/audit/recordAudit.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import type { SignedInActor } from '../../server/domain/ground/actors/liveTokens.ts';
import { profitStats } from '../../server/domain/stats/profitStats.ts';
import { listOwnTransactions } from '../../server/domain/wallet/transactionList.ts';
import { transactionTotals } from '../../server/domain/wallet/transactionTotals.ts';
import { openBoth, type TestDatabase } from '../support/database.ts';
import { exportText } from '../support/exported.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { rowsOf } from '../support/emptyDatabases.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { appAddressOf, runStatement, type ServerAddress } from '../support/postgres.ts';
import { type PostgresPair, startPostgresPair } from '../support/postgresPair.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { givenActor } from '../support/world/bulk.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

const HOUR = 3_600_000;
/** Longer than a test, also on a machine that stands still. */
const NEVER_LATE_MS = 600_000;

let pair: PostgresPair;
let database: TestDatabase;
let domain: TestDomain;
let admin: SignedInActor;
let registry: Registry;
let replica: MeasuredReplica | undefined;
let standbyIsDown = false;
beforeAll(async () => {
  pair = await startPostgresPair();
  database = openBoth(pair.primary, { max: 6 });
  domain = openDomain(database);
  admin = await givenActor(domain, 'admin');
});
afterEach(async () => {
  if (!standbyIsDown) await resumeReplay();
  await replica?.stop();
  replica = undefined;
  domain.services.replica = undefined;
});
afterAll(async () => {
  await database.close();
  await pair.stop();
});

async function useReplica(
  maxLagMs: number,
  { address = pair.standby, measureMs = 10 }: { address?: ServerAddress; measureMs?: number } = {},
): Promise<MeasuredReplica> {
  registry = new Registry();
  replica = new MeasuredReplica({
    address: appAddressOf(address),
    maxLagMs,
    measureMs,
    primary: database.app,
    events: domain.services.events,
    log: domain.services.log,
    metrics: { registry },
    deadlineScale: 5,
  });
  domain.services.replica = replica;
  await replica.start();
  return replica;
}

async function pauseReplay(): Promise<void> {
  await runStatement(pair.standby, 'select pg_wal_replay_pause()');
  await vi.waitFor(async () => expect(await rowsOf(pair.standby, PAUSED)).toEqual([{ state: 'paused' }]), {
    timeout: 20_000,
  });
}

const PAUSED = 'select pg_get_wal_replay_pause_state() as state';
const resumeReplay = () => runStatement(pair.standby, 'select pg_wal_replay_resume()');

async function metric(name: string, from?: string): Promise<number | undefined> {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.find(({ labels }) => from === undefined || labels['from'] === from)?.value;
}
const reads = async (from: string) => (await metric('rangoli_report_reads_total', from)) ?? 0;

/** Writes a row of the audit log with this subject. */
const write = (ctx: Context, subject: string) =>
  inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, { action: 'export:read', subjectType: 'export', subject, after: {} }),
  );
const shows = async (ctx: Context, subject: string) =>
  (await listAudit(ctx, { subject }, { limit: 1 })).rows.length === 1;

/** What `npm run doctor` finds about the replica at this address. */
async function findings(replica: ServerAddress): Promise<string[]> {
  const config = readConfig({
    DATABASE_URL: databaseUrl(appAddressOf(pair.primary)),
    DATABASE_OWNER_URL: databaseUrl(pair.primary),
    DATABASE_REPLICA_URL: databaseUrl(replica),
    DATABASE_REPLICA_LAG: '1',
    SEED_KEY: TEST_SEED_KEY,
  });
  return (await examine(config)).map(({ what }) => what).filter((what) => /REPLICA|replica/.test(what));
}

describe('the doctor', () => {
  it('finds nothing about a replica that has everything', async () => {
    expect(await findings(appAddressOf(pair.standby))).toEqual([]);
  });

  it('finds one that lags', async () => {
    await pauseReplay();
    await write(domain.as(admin), 'not replayed');
    expect(await findings(appAddressOf(pair.standby))).toEqual([
      'The replica lags by more than 1 s: reports are read from the primary.',
    ]);
    await resumeReplay();
    await expect.poll(() => findings(appAddressOf(pair.standby))).toEqual([]);
  });

  it('finds one of another database', async () => {
    // Not a copy of the tests' cluster, as the others are, which all have its identity.
    const folder = mkdtempSync(join(memoryFolder(), 'rangoli-other-'));
    chmodSync(folder, 0o711);
    const other = await startEmbedded({ dataDir: folder, durable: false });
    try {
      expect(await findings(other.address)).toEqual(['DATABASE_REPLICA_URL leads to another database.']);
    } finally {
      await other.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('finds that it is the primary', async () => {
    expect(await findings(appAddressOf(pair.primary))).toEqual([
      'DATABASE_REPLICA_URL leads to the primary, so reports are not read from there.',
    ]);
  });
});

describe('reads of the back office', () => {
  it('come from the replica, whatever it lacks within its bound; what is written goes to the primary', async () => {
    await useReplica(NEVER_LATE_MS);
    // The first measurement may find that it has not replayed what was written last.
    await expect.poll(() => metric('rangoli_replica_usable')).toBe(1);
    const ctx = domain.as(admin);
    await write(ctx, 'before');
    await expect.poll(() => shows(ctx, 'before')).toBe(true);
    await pauseReplay();
    await write(ctx, 'meanwhile');
    expect(await shows(ctx, 'meanwhile')).toBe(false);
    const day = { from: new Date(domain.clock.now() - 24 * HOUR), to: new Date(domain.clock.now()) };
    expect(await profitStats(ctx, day)).toHaveLength(3);
    const exported = await exportText(ctx, { file: 'audit.csv' });
    expect(exported).toContain('before');
    expect(exported).not.toContain('meanwhile');
    expect(await reads('primary')).toBe(0);
    expect(await reads('replica')).toBeGreaterThanOrEqual(4);
    await resumeReplay();
    await expect.poll(() => shows(ctx, 'meanwhile')).toBe(true);
  });

  it('are the primary’s while the replica lags too much, and the replica’s again afterwards', async () => {
    await useReplica(300);
    const ctx = domain.as(admin);
    await pauseReplay();
    await write(ctx, 'late');
    await expect.poll(() => shows(ctx, 'late')).toBe(true);
    expect(await metric('rangoli_replica_usable')).toBe(0);
    expect(await metric('rangoli_replica_lag_seconds')).toBeGreaterThan(0.3);
    await resumeReplay();
    await expect.poll(() => metric('rangoli_replica_usable')).toBe(1);
  });

  it('that a page repeats after an event contain what it announced', async () => {
    await useReplica(NEVER_LATE_MS);
    const ctx = domain.as(admin);
    const served = (from: string) =>
      vi.waitFor(
        async () => {
          const before = await reads(from);
          await transactionTotals(ctx, {});
          expect(await reads(from)).toBe(before + 1);
        },
        { timeout: 20_000 },
      );
    await served('replica');
    await pauseReplay();
    const before = { primary: await reads('primary'), replica: await reads('replica') };
    // The primary writes after the last measurement, so that the replica, which stands still, can't have it.
    await write(ctx, 'announced');
    domain.services.events.publish({ type: 'transactionChanged', transactionId: '1', playerId: '1' });
    await transactionTotals(ctx, {});
    expect({ primary: await reads('primary'), replica: await reads('replica') }).toEqual({
      primary: before.primary + 1,
      replica: before.replica,
    });
    await resumeReplay();
    await served('replica');
  });

  it('are never the replica’s for a player or for the server itself', async () => {
    const asked = vi.spyOn(await useReplica(NEVER_LATE_MS), 'dbAfter');
    const day = { from: new Date(domain.clock.now() - HOUR), to: new Date(domain.clock.now()) };
    await profitStats(domain.as({ kind: 'system' }), day);
    const player = await givenActor(domain, 'player');
    await listOwnTransactions(domain.as(player), {}, { limit: 1 });
    expect(asked).not.toHaveBeenCalled();
    await shows(domain.as(admin), 'before');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('never come from an address that leads to the primary', async () => {
    await useReplica(NEVER_LATE_MS, { address: pair.primary });
    expect(await shows(domain.as(admin), 'before')).toBe(true);
    expect([await reads('primary'), await reads('replica')]).toEqual([1, 0]);
  });

  it('go to the primary when the replica is lost, also while it is read', async () => {
    // Not measured again, so that the read itself meets the lost replica.
    await useReplica(NEVER_LATE_MS, { measureMs: NEVER_LATE_MS });
    const ctx = domain.as(admin);
    await pair.crashStandby();
    standbyIsDown = true;
    // Else the primary waits for its synchronous standby.
    await runStatement({ ...pair.primary, database: 'postgres' }, `alter system reset synchronous_standby_names`);
    await runStatement({ ...pair.primary, database: 'postgres' }, 'select pg_reload_conf()');
    expect(await shows(ctx, 'before')).toBe(true);
    expect(await reads('primary_after_replica')).toBe(1);
    expect(await shows(ctx, 'before')).toBe(true);
    expect([await reads('primary'), await reads('primary_after_replica')]).toEqual([1, 1]);
  });
});

describe('the doctor, when the standby is down', () => {
  it('finds that the replica is not reachable', async () => {
    // Of the test before.
    expect(standbyIsDown).toBe(true);
    expect(await findings(appAddressOf(pair.standby))).toEqual([
      expect.stringMatching(/^DATABASE_REPLICA_URL: the database can't be reached/),
    ]);
  });
});
