import type pg from 'pg';
import { type DatabaseAddress, openDatabase } from '../../db/client.ts';
import { measureClockOffset } from '../../db/clockOffset.ts';
import { DataFolderInUseError } from '../../db/embedded/ownerLock.ts';
import { runningEmbedded, startEmbedded } from '../../db/embedded.ts';
import { withMigrated } from '../../db/migrate.ts';
import { bindMoneyMode, refuseOtherMode } from '../../db/moneyMode.ts';
import { appRoleOf, type DatabaseAddresses } from '../../db/roles.ts';
import type { Config, DatabaseConfig } from '../config/config.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import { unmeasuredSpace } from '../domain/ground/database/diskSpace.ts';
import { createLog } from '../platform/log.ts';
import { MachineClock } from '../platform/machineClock.ts';
import { createMetrics } from '../platform/metrics.ts';
import { addressesOf } from './databaseRoles.ts';
import { openKeyring } from './seedKeys.ts';
import { makeServices } from './services.ts';

const POOL_SIZE = 2;
/** For commands that bet, such as the demo. */
const BUDGET = { lanes: 2, waitingBets: 1 };

/** The server's database, for a command. */
export interface CommandDatabase {
  readonly addresses: DatabaseAddresses;
  /** The embedded database's folder. */
  readonly dataDir?: string;
  /** Stops an embedded database that was started for the command. */
  readonly release: () => Promise<void>;
}

/** The configured database; an embedded one is started unless a running server has it open. */
export async function connectDatabase(database: DatabaseConfig): Promise<CommandDatabase> {
  try {
    return await startDatabase(database);
  } catch (error) {
    const running =
      error instanceof DataFolderInUseError && !('url' in database)
        ? runningEmbedded({ dataDir: database.dataDir })
        : undefined;
    if (!running) throw error;
    return { addresses: addressesOf(running), dataDir: running.dataDir, release: () => Promise.resolve() };
  }
}

/** The same; an embedded one is started. Throws DataFolderInUseError where a server has it open. */
export async function startDatabase(database: DatabaseConfig): Promise<CommandDatabase> {
  if ('url' in database) return { addresses: addressesOf(database), release: () => Promise.resolve() };
  const postgres = await startEmbedded({
    dataDir: database.dataDir,
    bin: database.bin,
    archiveDir: database.archive?.dir,
  });
  return { addresses: addressesOf(postgres), dataDir: postgres.dataDir, release: () => postgres.stop() };
}

export interface CommandOptions {
  /** Works on a database that is marked as closed too. */
  readonly evenClosed?: boolean;
}

/**
 * Brings the database to this release and gives `work` the services of the domain on it, as its owner. Throws MoneyModeError where
 * it holds the other kind of money than MONEY_MODE.
 */
export async function withServices<T>(
  config: Config,
  { addresses, dataDir }: Pick<CommandDatabase, 'addresses' | 'dataDir'>,
  work: (services: Services) => Promise<T>,
  { evenClosed = false }: CommandOptions = {},
): Promise<T> {
  const address: DatabaseAddress = addresses.owner;
  const { mode } = config.money;
  const before = (owner: pg.ClientBase) => refuseOtherMode(owner, mode);
  const options = { appRole: appRoleOf(addresses), evenClosed, before };
  const keyring = await withMigrated(address, options, async (owner) => {
    await bindMoneyMode(owner, mode);
    return openKeyring(owner, { given: config.seedKeys, dataDir });
  });
  const database = openDatabase(address, { max: POOL_SIZE });
  const clock = new MachineClock();
  clock.follow((await measureClockOffset(database.pool)).offsetMs);
  const made = await makeServices({
    config,
    address,
    database,
    keyring,
    clock,
    log: createLog('error'),
    metrics: createMetrics(),
    budget: BUDGET,
    space: unmeasuredSpace,
    beacon: null,
  });
  try {
    return await work(made.services);
  } finally {
    await made.stop();
    await database.close();
  }
}
