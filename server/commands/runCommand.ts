import { openDatabase } from '../../db/client.ts';
import { measureClockOffset } from '../../db/clockOffset.ts';
import { DataFolderInUseError } from '../../db/embedded/ownerLock.ts';
import { runningEmbedded, startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { appRoleOf, type DatabaseAddresses } from '../../db/roles.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { addressesOf } from '../composition/databaseRoles.ts';
import type { Services } from '../domain/context.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { createLog } from '../platform/log.ts';
import { MachineClock } from '../platform/machineClock.ts';
import { createMetrics } from '../platform/metrics.ts';
import { openKeyring } from '../composition/seedKeys.ts';
import { makeServices } from '../composition/services.ts';

const POOL_SIZE = 2;
/** For commands that bet, such as the demo. */
const BUDGET = { lanes: 2, waitingBets: 1 };

type Command = (services: Services, addresses: DatabaseAddresses) => Promise<number>;

/**
 * Runs an operator's command on the server's database, as its owner, with or without a running server, and ends the
 * process with the status that `command` resolves to, or with 1 and the error message when it fails.
 */
export async function runCommand(command: Command): Promise<never> {
  const status = await withServices(command).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  process.exit(status);
}

async function withServices(command: Command): Promise<number> {
  const config = configFromEnvironment();
  const { addresses, dataDir, release } = await connectDatabase(config.database);
  const address = addresses.owner;
  await migrate(address, { appRole: appRoleOf(addresses) });
  const keyring = await openKeyring(address, { given: config.seedKeys, dataDir });
  const database = openDatabase(address, { max: POOL_SIZE });
  const log = createLog('error');
  const clock = new MachineClock();
  clock.follow((await measureClockOffset(database.pool)).offsetMs);
  const made = await makeServices({
    config,
    address,
    database,
    keyring,
    clock,
    log,
    metrics: createMetrics(),
    budget: BUDGET,
    beacon: null,
  });
  try {
    return await command(made.services, addresses);
  } finally {
    await made.stop();
    await database.close();
    await release();
  }
}

/** The configured database; an embedded one is started unless a running server has it open. */
async function connectDatabase(
  database: DatabaseConfig,
): Promise<{ addresses: DatabaseAddresses; dataDir?: string; release: () => Promise<void> }> {
  const release = () => Promise.resolve();
  if ('url' in database) return { addresses: addressesOf(database), release };
  try {
    const postgres = await startEmbedded({ dataDir: database.dataDir });
    return { addresses: addressesOf(postgres), dataDir: postgres.dataDir, release: () => postgres.stop() };
  } catch (error) {
    const running = error instanceof DataFolderInUseError ? runningEmbedded({ dataDir: database.dataDir }) : undefined;
    if (!running) throw error;
    return { addresses: addressesOf(running), dataDir: running.dataDir, release };
  }
}
