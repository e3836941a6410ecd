import { type DatabaseAddress, openDatabase } from '../db/client.ts';
import { measureClockOffset } from '../db/clockOffset.ts';
import { DataFolderInUseError } from '../db/embedded/ownerLock.ts';
import { runningEmbedded, startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import type { Services } from './domain/context.ts';
import { configFromEnvironment } from './environment.ts';
import { systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { makeServices } from './services.ts';

const POOL_SIZE = 2;

/**
 * Runs one command of an operator's on the server's database, beside a running server or without one, and ends the
 * process with the status that `command` resolves to, or with 1 and the reason when it fails.
 */
export async function runCommand(command: (services: Services) => Promise<number>): Promise<never> {
  const status = await withServices(command).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  process.exit(status);
}

async function withServices(command: (services: Services) => Promise<number>): Promise<number> {
  const config = configFromEnvironment();
  const { address, letGo } = await reachDatabase(config.database);
  await migrate(address);
  const database = openDatabase(address, { max: POOL_SIZE });
  const log = createLog('error');
  const offsetMs = await measureClockOffset(database.pool);
  const clock = systemClock(() => offsetMs);
  const made = await makeServices({ config, address, database, clock, log, metrics: createMetrics() });
  try {
    return await command(made.services);
  } finally {
    await made.stop();
    await database.close();
    await letGo();
  }
}

/** The configured database; an embedded one is started unless a server has it running. */
async function reachDatabase(
  database: { url: string } | { dataDir: string | undefined },
): Promise<{ address: DatabaseAddress; letGo: () => Promise<void> }> {
  const letGo = () => Promise.resolve();
  if ('url' in database) return { address: { connectionString: database.url }, letGo };
  try {
    const postgres = await startEmbedded({ dataDir: database.dataDir });
    return { address: postgres.address, letGo: () => postgres.stop() };
  } catch (error) {
    const address = error instanceof DataFolderInUseError ? runningEmbedded({ dataDir: database.dataDir }) : undefined;
    if (!address) throw error;
    return { address, letGo };
  }
}
