import { type RunningServer, type ServerOptions, startServer } from '../../server/composition/compose.ts';
import { readConfig } from '../../server/config/config.ts';
import type { DiskSpace } from '../../server/domain/ground/database/diskSpace.ts';
import type { SenderLimits } from '../../server/http/slowSenders.ts';
import type { BeaconChain } from '../../server/platform/beacon/chain.ts';
import type { Clock, ManualClock } from '../../server/platform/clock.ts';
import { type Machine, thisMachine } from '../../server/platform/machineClock.ts';
import type { PasswordHasherOptions } from '../../server/platform/passwords.ts';
import { createLog, type Logger } from '../../server/platform/log.ts';
import { type Execute, executeAt } from './execute.ts';
import { ADMIN } from './world/people.ts';
import type { FaultyWire } from './faultyWire.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { PATIENT } from './patience.ts';
import { appAddressOf, type ServerAddress } from './postgres.ts';
import { TEST_SEED_KEY } from './seedKey.ts';
import { TestClock } from './testClock.ts';
import { databaseUrl } from './databaseUrl.ts';

/** 09:00 in India: a round of every game begins. */
export const TEST_START = Date.parse('2026-11-20T03:30:00Z');
/** Cheap hashing parameters for tests. */
const PASSWORD_COST = { memoryKiB: 64, passes: 1 };

export interface TestServer<C extends Clock = ManualClock> extends RunningServer {
  readonly database: TestDatabase;
  readonly clock: C;
  /** Sends a GraphQL operation over HTTP, with a token if given. */
  readonly execute: Execute;
}

export interface TestServerOptions<C extends Clock> {
  /** Default: one of its own, dropped with the server. Given: several servers share it. */
  database?: TestDatabase;
  /** Default: a clock that stands still at TEST_START until it is moved. */
  clock?: C;
  env?: Record<string, string>;
  /** The database's address for the server, where it isn't direct. */
  through?: Pick<FaultyWire, 'address'>;
  /** Multiplies the deadlines of the server's connections; default: PATIENT. */
  deadlineScale?: number;
  /** The machine's time, beside `clock`; default: what `clock` shows. */
  machine?: Pick<Machine, 'wall'>;
  /** Minimum speed of clients; default: as in production. */
  senders?: SenderLimits;
  /** The chain of the beacon; its relays are those of `BEACON` in `env`. */
  beaconChain?: BeaconChain;
  /** The space on the database's disk; default: not measured. */
  space?: DiskSpace;
  /** Computes the hashes of passwords, so many at a time. */
  passwords?: Pick<PasswordHasherOptions, 'algorithm' | 'concurrency'>;
  /** GraphQL documents that are accepted by hash. */
  texts?: ReadonlyMap<string, string>;
  /** Default: standard output, from errors on. */
  log?: Logger;
}

export function startTestServer(options?: TestServerOptions<ManualClock>): Promise<TestServer>;
export function startTestServer<C extends Clock>(options: TestServerOptions<C> & { clock: C }): Promise<TestServer<C>>;
/** The complete server, as `npm start` runs it, in this process, on a free port. */
export async function startTestServer({
  database: shared,
  clock: givenClock,
  env = {},
  through,
  deadlineScale = PATIENT,
  machine,
  senders,
  texts,
  space,
  beaconChain,
  passwords,
  log,
}: TestServerOptions<Clock> = {}): Promise<TestServer<Clock>> {
  const database = shared ?? (await createTestDatabase());
  const clock = givenClock ?? new TestClock(TEST_START, database.address);
  const options = testServerOptions(through?.address ?? database.address, clock, env);
  const server = await startServer({
    ...options,
    deadlineScale,
    machine: { ...thisMachine, wall: () => clock.now(), ...machine },
    passwords: { ...options.passwords, ...passwords },
    ...(senders && { senders }),
    ...(texts && { texts }),
    ...(space && { space }),
    ...(beaconChain && { beaconChain }),
    ...(log && { log }),
  });
  return {
    ...server,
    database,
    clock,
    execute: executeAt(server.url),
    async stop() {
      await server.stop();
      if (!shared) await database.close();
    },
  };
}

/** Configuration of every test server: loopback only, without limits, with cheap passwords and short chains. */
export function testServerOptions(address: ServerAddress, clock: Clock, env: Record<string, string>): ServerOptions {
  const config = readConfig({
    DATABASE_URL: databaseUrl(appAddressOf(address)),
    DATABASE_OWNER_URL: databaseUrl(address),
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    PRIMARY_ADMIN_PASSWORD: ADMIN.password,
    SEED_KEY: TEST_SEED_KEY,
    // Most tests give their players the money they need.
    PLAY_CREDIT: '0',
    ...env,
  });
  return {
    config,
    log: createLog(config.logLevel),
    clock,
    passwords: { cost: PASSWORD_COST },
    chainLength: 1_000,
    poolSize: 10,
  };
}
