import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseAddress, openDatabase } from '../db/client.ts';
import { measureClockOffset } from '../db/clockOffset.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type Config, originOf } from './config.ts';
import { contextFor, type Services } from './domain/context.ts';
import { ensurePrimaryAdmin } from './domain/accounts/ensurePrimaryAdmin.ts';
import { seedPlayPayee } from './domain/settings/seedPlayPayee.ts';
import { buildApp } from './http/app.ts';
import { type ContestClock, startContestClock } from './jobs/contestClock.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { startMailOutbox } from './jobs/mailOutbox.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Logger } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { PasswordCost } from './platform/passwords.ts';
import { makeServices } from './services.ts';

const REMEASURE_CLOCK_MS = 60_000;
/** A year's seeds of three games take a second or two to make, overdue rounds a second each to pay. */
const FIRST_ROUNDS_PATIENCE_MS = 15_000;
const POOL_SIZE = 20;

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Hears, in sentences, what a person at the console should know. */
  readonly say?: (line: string) => void;
  /** Left out: the machine's clock, corrected to the database's. */
  readonly clock?: Clock;
  /** How hard passwords are to try out; tests take it easy. */
  readonly passwordCost?: PasswordCost;
  /** Contests per hash chain; left out: a year of them. */
  readonly chainLength?: number;
  /** Connections to the database. */
  readonly poolSize?: number;
}

export interface RunningServer {
  /** Where it listens, e.g. http://localhost:4000. */
  readonly url: string;
  readonly services: Services;
  /** Tells when the games have caught up with the clock. */
  readonly contestClock: ContestClock;
  /** Closes the listeners, then the jobs, then the database, each after what it has under way. */
  stop(): Promise<void>;
  /** Resolves when something without which there is no server (the embedded database) has ended by itself. */
  readonly crashed: Promise<Error>;
}

/** Puts the whole server together and starts it. Rejects, leaving nothing behind, when a part doesn't start. */
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

/** Last opened, first closed. All are closed, whatever goes wrong with one; the first trouble is thrown at the end. */
async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  const troubles: unknown[] = [];
  for (const close of closers.toReversed()) await close().catch((error: unknown) => troubles.push(error));
  if (troubles.length > 0) throw troubles[0];
}

async function start(
  { config, log, say = () => {}, clock: givenClock, passwordCost, chainLength, poolSize = POOL_SIZE }: ServerOptions,
  onStop: (close: () => Promise<void>) => void,
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const { address, crashed } = await openAddress(config, say, onStop);
  await migrate(address);
  const database = openDatabase(address, {
    max: poolSize,
    onIdleError: (error) => log.warn({ err: error }, 'a connection to the database broke; it will be made again'),
  });
  onStop(database.close);
  const clock = givenClock ?? (await followDatabaseClock(database.pool, log, onStop));

  const metrics = createMetrics();
  const { services, stop: stopServices } = await makeServices({
    config,
    address,
    database,
    clock,
    log,
    metrics,
    passwordCost,
  });
  onStop(stopServices);
  await prepareFirstStart(services, say);

  const contestClock = startContestClock(services, chainLength === undefined ? {} : { chainLength });
  onStop(() => contestClock.stop());
  const outbox = startMailOutbox(services);
  onStop(() => outbox.stop());
  const housekeeping = startHousekeeping(services);
  onStop(() => housekeeping.stop());

  const app = await buildApp(services, config, metrics);
  onStop(() => app.close());
  // Whoever calls first finds rounds to bet on. A game that can't begin keeps nobody from the rest for long.
  await Promise.race([contestClock.begun, delay(FIRST_ROUNDS_PATIENCE_MS, undefined, { ref: false })]);
  const listening = new URL(await app.listen({ host: config.host, port: config.port }));
  const url = originOf(config.host, Number(listening.port));
  // Any free port: only now is it known what links have to say.
  if (config.port === 0) services.config.publicUrl = url;
  return { url, services, contestClock, stop, crashed };
}

async function openAddress(
  { database }: Config,
  say: (line: string) => void,
  onStop: (close: () => Promise<void>) => void,
): Promise<{ address: DatabaseAddress; crashed: Promise<Error> }> {
  if ('url' in database) {
    return { address: { connectionString: database.url }, crashed: new Promise(() => {}) };
  }
  const postgres = await startEmbedded({ dataDir: database.dataDir, say });
  onStop(() => postgres.stop());
  return postgres;
}

/** Servers on one database agree on when a round ends: all follow the database's clock. */
async function followDatabaseClock(
  pool: Parameters<typeof measureClockOffset>[0],
  log: Logger,
  onStop: (close: () => Promise<void>) => void,
): Promise<Clock> {
  let offsetMs = await measureClockOffset(pool);
  let measuring: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    measuring = measureClockOffset(pool).then(
      (measured) => {
        offsetMs = measured;
      },
      (error: unknown) => log.warn({ err: error }, "the database's clock could not be read; the last offset holds"),
    );
  }, REMEASURE_CLOCK_MS);
  onStop(() => {
    clearInterval(timer);
    return measuring;
  });
  return systemClock(() => offsetMs);
}

/** What a database needs before anybody can play; does nothing where it is there. */
async function prepareFirstStart(services: Services, say: (line: string) => void): Promise<void> {
  const ctx = contextFor(services, { kind: 'system' });
  const admin = await ensurePrimaryAdmin(ctx);
  if (admin?.generatedPassword) {
    say(`The primary admin is ${admin.email}. The password, shown only this once: ${admin.generatedPassword}`);
  }
  await seedPlayPayee(ctx);
}
