import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { type Database, type DatabaseAddress, openDatabase, withSharedSearch } from '../../db/client.ts';
import { measureClockOffset } from '../../db/clockOffset.ts';
import { type DatabaseLead, endPassedLead, readDatabaseLead, setDatabaseLead } from '../../db/databaseClock.ts';
import { type EmbeddedOptions, startEmbedded } from '../../db/embedded.ts';
import { type ConnectionBudget, connectionBudget, limitsFor } from '../../db/limits.ts';
import { withMigrated } from '../../db/migrate.ts';
import { bindMoneyMode, refuseOtherMode } from '../../db/moneyMode.ts';
import { appRoleOf, type DatabaseAddresses } from '../../db/roles.ts';
import { type Config, originOf } from '../config/config.ts';
import { readVerifierHashes } from '../config/verifierHashes.ts';
import { acceptHoles, holesInUse } from './acceptHoles.ts';
import { addressesOf, checkAppRole, refuseStrongRole } from './databaseRoles.ts';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import { ensurePrimaryAdmin } from '../domain/accounts/users/ensurePrimaryAdmin.ts';
import { logVerifiers } from '../domain/publicLog/logVerifiers.ts';
import { type DiskSpace, unmeasuredSpace } from '../domain/ground/database/diskSpace.ts';
import { seedPlayPayee } from '../domain/settings/seedPlayPayee.ts';
import { type AppParts, buildApp, buildHealthApp } from '../http/app.ts';
import type { SenderLimits } from '../http/slowSenders.ts';
import { serveMetrics } from '../http/metricsServer.ts';
import { chainMaker, chainsAhead } from '../domain/contests/chains.ts';
import { commonPeriodMs } from '../domain/contests/gameTypes.ts';
import { startArchiving } from '../jobs/archiving.ts';
import type { ContestClock } from '../jobs/contestClock.ts';
import { type BeaconChain, quicknet } from '../platform/beacon/chain.ts';
import type { Clock } from '../platform/clock.ts';
import { followClock } from '../platform/followClock.ts';
import { keepTime } from '../platform/keepTime.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { Logger } from '../platform/log.ts';
import { type Machine, thisMachine } from '../platform/machineClock.ts';
import { MeasuredSpace } from '../platform/measuredSpace.ts';
import { createMetrics, type Metrics, showOverdueRounds } from '../platform/metrics.ts';
import { openOtlpTracer } from '../platform/otlpTracer.ts';
import type { PasswordHasherOptions } from '../platform/passwords.ts';
import { randomSecret } from '../platform/tokens.ts';
import { showArchive } from './archiveMetrics.ts';
import { noContestClock, startJobs } from './jobs.ts';
import { encryptStored, type KeySources, openKeyring } from './seedKeys.ts';
import { makeServices } from './services.ts';
import { showRoundLag } from './roundLag.ts';
import { showSpace } from './spaceMetrics.ts';
import { showState } from './stateMetrics.ts';

/** Creating a year's seeds of three games takes a second or two, paying an overdue round a second each. */
const FIRST_ROUNDS_TIMEOUT_MS = 15_000;

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Receives one-line notices for the operator at the console. */
  readonly onNotice?: (line: string) => void;
  /**
   * Default: follows the database's clock with the machine's monotonic clock, or, with an embedded database, keeps the
   * time for both.
   */
  readonly clock?: Clock | undefined;
  /** Time source where `clock` is left out; default: this machine. */
  readonly machine?: Machine | undefined;
  /** How passwords are hashed; tests do it at a low cost. */
  readonly passwords?: Omit<PasswordHasherOptions, 'busy'>;
  /** Contests per hash chain; default: a year of them. */
  readonly chainLength?: number;
  /** Connections for API calls; default: the rest of the connection budget. */
  readonly poolSize?: number;
  /**
   * Multiplies every deadline of database connections, and the stall after which requests are rejected: below 1 in tests
   * of timeouts.
   */
  readonly deadlineScale?: number;
  /** Minimum speed of clients; default: that of a slow line. */
  readonly senders?: SenderLimits;
  /** The chain of the beacon. Default: drand's quicknet. */
  readonly beaconChain?: BeaconChain | undefined;
  /** The space on the database's disk. Default: measured where the database is the embedded one. */
  readonly space?: DiskSpace;
  /** GraphQL documents that are accepted by hash. Default: the built web app's. */
  readonly texts?: ReadonlyMap<string, string>;
}

export interface RunningServer {
  /** The URL on which it listens, e.g. http://localhost:4000. */
  readonly url: string;
  readonly services: Services;
  /** Resolves when the games have caught up with the clock. Does nothing where ROLE=gateway. */
  readonly contestClock: ContestClock;
  /** Where mails can be read that are stored instead of sent; null where mails are sent. */
  readonly mailboxUrl: string | null;
  /** URL of the Prometheus metrics; null without METRICS_PORT. */
  readonly metricsUrl: string | null;
  /** Closes the listeners, then the jobs, then the database, each after finishing what is under way. */
  stop(): Promise<void>;
  /** Ends an embedded database at once, also one that hangs: connections that stop() waits for break. */
  quitDatabase(): Promise<void>;
  /** Resolves when a required component (the embedded database) has ended unexpectedly. */
  readonly crashed: Promise<Error>;
}

/** Takes what is to be called when the server stops. */
type OnStop = (close: () => Promise<void>) => void;

/** Starts the complete server. When a component fails to start, stops the others and rejects. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const closers: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= closeAll(closers));
  try {
    return await start(options, (close) => closers.push(close), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Closed in reverse order of opening. All are closed even if some fail; the first error is thrown at the end. */
async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers.toReversed()) await close().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function start(options: ServerOptions, onStop: OnStop, stop: () => Promise<void>): Promise<RunningServer> {
  const { config, log, onNotice = () => {}, deadlineScale } = options;
  let makeChain = chainMaker(options.chainLength);
  const onCreate = () => {
    makeChain = chainsAhead(makeChain);
  };
  const opened = await openAddress(config, { onNotice, onCreate }, onStop);
  const { addresses, dataDir, crashed, quitDatabase } = opened;
  let acceptedHoles: readonly string[] = [];
  const before = async (owner: pg.ClientBase) => {
    await refuseOtherMode(owner, config.money.mode);
    acceptedHoles = acceptHoles(await holesInUse(owner, process.versions.node), config, log);
    await refuseStrongRole(addresses.app, config);
  };
  const keyring = await withMigrated(addresses.owner, { appRole: appRoleOf(addresses), before }, async (owner) => {
    if (dataDir === undefined) await endPassedLead(owner);
    await bindMoneyMode(owner, config.money.mode);
    return openSecrets(owner, { given: config.seedKeys, dataDir }, log);
  });
  const budget = connectionBudget(availableParallelism());
  const address = withSharedSearch(addresses.app, limitsFor('api', deadlineScale));
  const pools = openPools(address, budget, options, onStop);
  await checkAppRole(pools.api.pool, config, onNotice);
  const clockSource = { isOwn: dataDir !== undefined, owner: addresses.owner, pool: pools.clock.pool };
  const clock = options.clock ?? (await openClock(clockSource, options, onStop));

  const metrics = createMetrics();
  const space = options.space ?? (await openSpace(opened, options, onStop));
  const {
    services,
    slices,
    stop: stopServices,
  } = await makeServices({
    config,
    address,
    database: pools.api,
    keyring,
    acceptedHoles,
    clock,
    log,
    metrics,
    passwords: options.passwords,
    budget,
    deadlineScale,
    space,
    replica: 'url' in config.database && config.role !== 'worker' ? config.database.replica : undefined,
    beacon: { chain: options.beaconChain ?? quicknet, relays: config.beacon?.relays ?? [] },
  });
  onStop(stopServices);
  await prepareFirstStart(services, onNotice);
  const isWorker = config.role !== 'gateway';
  const databases = { clock: pools.clock.db, background: pools.background.db, audit: pools.audit.db };
  const contestClock = isWorker ? await startJobs(services, databases, makeChain, onStop) : noContestClock;
  if (isWorker) showOverdueRounds(metrics, () => contestClock.overdue());
  showDatabase(metrics, services, pools, options);
  startArchive(metrics, services, opened, onStop);

  const keepsMails = config.smtpUrl === undefined && config.role !== 'worker';
  const mailboxKey = keepsMails ? (config.devMailKey ?? randomSecret()) : null;
  const app = await openApp(services, metrics, { mailboxKey, slices }, options, onStop);
  const metricsUrl = await startMetrics(config, metrics, onStop);
  // The first client finds open rounds. A game that can't start delays the others only briefly.
  await Promise.race([contestClock.begun, delay(FIRST_ROUNDS_TIMEOUT_MS, undefined, { ref: false })]);
  const listening = new URL(await app.listen({ host: config.host, port: config.port }));
  const url = originOf(config.host, Number(listening.port));
  // With port 0 and no PUBLIC_URL, the port for links is known only now.
  if (new URL(config.publicUrl).port === '0') services.config.publicUrl = url;
  const mailboxUrl = mailboxKey === null ? null : `${services.config.publicUrl}/dev/mail?key=${mailboxKey}`;
  if (mailboxUrl !== null) onNotice(`No SMTP_URL is set: mails are kept instead of sent. Read them at ${mailboxUrl}`);
  return { url, services, contestClock, mailboxUrl, metricsUrl, stop, quitDatabase, crashed };
}

/** Only the server that owns the embedded database measures its disk; no other one uses that database. */
async function openSpace(
  { dataDir, minFreeBytes }: Opened,
  { log }: Pick<ServerOptions, 'log'>,
  onStop: OnStop,
): Promise<DiskSpace> {
  if (dataDir === undefined) return unmeasuredSpace;
  const space = new MeasuredSpace({ folder: dataDir, minFreeBytes, log });
  await space.start();
  onStop(() => Promise.resolve(space.stop()));
  return space;
}

/** A pool for each purpose, so that none waits for the connections of another. */
type Pools = Readonly<Record<'api' | 'clock' | 'background' | 'audit', Database>>;

function openPools(
  address: DatabaseAddress,
  budget: ConnectionBudget,
  { log, poolSize, deadlineScale }: ServerOptions,
  onStop: OnStop,
): Pools {
  const open = (purpose: keyof Pools, max: number) => {
    const pool = openDatabase(address, {
      max,
      limits: limitsFor(purpose, deadlineScale),
      onIdleError: (err) => log.warn({ err, purpose }, 'a connection to the database broke; reconnecting'),
    });
    onStop(pool.close);
    return pool;
  };
  return {
    api: open('api', poolSize ?? budget.api),
    clock: open('clock', budget.clock),
    background: open('background', budget.background),
    audit: open('audit', 1),
  };
}

/** Metrics of connections, backlog and rounds. */
function showDatabase(metrics: Metrics, services: Services, pools: Pools, { machine }: ServerOptions): void {
  const inBackground = { ...services, db: pools.background.db };
  const shown = { api: pools.api.pool, clock: pools.clock.pool, background: pools.background.pool };
  showState(metrics, inBackground, shown, machine);
  showSpace(metrics, services.space);
  showRoundLag(metrics, inBackground);
}

/** Archiving of an embedded database that has a folder for it. */
function startArchive(
  metrics: Metrics,
  services: Services,
  { archive, dataDir, addresses }: Opened,
  onStop: OnStop,
): void {
  if (archive === undefined || dataDir === undefined) return;
  const archived = { owner: addresses.owner, dataDir, archiveDir: archive.dir, keep: archive.keep };
  showArchive(metrics, archived);
  for (const job of startArchiving(services, archived)) onStop(() => job.stop());
}

/** The HTTP server of the role, which does not listen yet. */
async function openApp(
  services: Services,
  metrics: Metrics,
  parts: Pick<AppParts, 'mailboxKey' | 'slices'>,
  { config, log, senders, texts, deadlineScale }: ServerOptions,
  onStop: OnStop,
): Promise<FastifyInstance> {
  const tracer = config.tracing && (await openOtlpTracer({ ...config.tracing, log }));
  if (tracer) onStop(() => tracer.stop());
  const app =
    config.role === 'worker'
      ? buildHealthApp(services)
      : await buildApp({ services, config, metrics, ...parts, senders, texts, deadlineScale, tracer });
  onStop(() => app.close());
  return app;
}

async function startMetrics({ metrics: at }: Config, metrics: Metrics, onStop: OnStop): Promise<string | null> {
  if (at === undefined) return null;
  const { port, close } = await serveMetrics(metrics, at);
  onStop(close);
  return `${originOf(at.host, port)}/metrics`;
}

interface Opened {
  readonly addresses: DatabaseAddresses;
  /** Of an embedded database. */
  readonly dataDir?: string;
  readonly minFreeBytes?: number | undefined;
  readonly archive?: { readonly dir: string; readonly keep: number } | undefined;
  readonly crashed: Promise<Error>;
  readonly quitDatabase: () => Promise<void>;
}

async function openAddress(
  { database }: Config,
  notices: Pick<EmbeddedOptions, 'onNotice' | 'onCreate'>,
  onStop: OnStop,
): Promise<Opened> {
  if ('url' in database) {
    return { addresses: addressesOf(database), crashed: new Promise(() => {}), quitDatabase: () => Promise.resolve() };
  }
  const { dataDir, bin, archive, minFreeBytes } = database;
  const postgres = await startEmbedded({ dataDir, bin, archiveDir: archive?.dir, ...notices });
  onStop(() => postgres.stop());
  return {
    addresses: addressesOf(postgres),
    dataDir: postgres.dataDir,
    archive,
    minFreeBytes,
    crashed: postgres.crashed,
    quitDatabase: () => postgres.quit(),
  };
}

/** The keyring, after everything stored has been encrypted with its first key. Throws SeedKeyError. */
async function openSecrets(owner: pg.ClientBase, sources: KeySources, log: Logger): Promise<Keyring> {
  const keyring = await openKeyring(owner, sources);
  const encrypted = await encryptStored(owner, keyring);
  if (encrypted > 0) log.info({ values: encrypted, keyId: keyring.keyId }, 'stored secrets were re-encrypted');
  if (keyring.keyId === null) {
    log.warn(
      'SEED_KEY is not set: draw seeds, mails and secrets are stored in clear, and a copy of the database tells them',
    );
  }
  return keyring;
}

/**
 * All servers follow the database's clock, so that they agree on when a round ends. An embedded database shares its
 * machine's wall clock, which may be set at any time, so there the server keeps the time for both.
 */
async function openClock(
  { isOwn, owner, pool }: { isOwn: boolean; owner: DatabaseAddress; pool: pg.Pool },
  { log, machine = thisMachine }: Pick<ServerOptions, 'log' | 'machine'>,
  onStop: OnStop,
): Promise<Clock> {
  const database = {
    read: () => readDatabaseLead(owner),
    write: (lead: DatabaseLead) => setDatabaseLead(owner, lead),
  };
  const { clock, stop } = isOwn
    ? await keepTime({ database, periodMs: commonPeriodMs, log, machine })
    : await followClock(() => measureClockOffset(pool, machine.monotonic), log, machine);
  onStop(stop);
  return clock;
}

/** Creates the data required for play and for its proofs; does nothing where it exists. */
async function prepareFirstStart(services: Services, onNotice: (line: string) => void): Promise<void> {
  const ctx = contextFor(services, { kind: 'system' });
  const admin = await ensurePrimaryAdmin(ctx);
  if (admin?.generatedPassword) {
    onNotice(`The primary admin is ${admin.email}. The password, shown only this once: ${admin.generatedPassword}`);
  }
  await seedPlayPayee(ctx);
  const verifiers = readVerifierHashes(ctx.config.operator);
  if (verifiers) await logVerifiers(ctx, verifiers);
}
