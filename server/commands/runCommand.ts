import type { DatabaseAddresses } from '../../db/roles.ts';
import { connectDatabase, withServices } from '../composition/commandDatabase.ts';
import { configFromEnvironment } from '../config/environment.ts';
import type { Services } from '../domain/ground/verbs/context.ts';

type Command = (services: Services, addresses: DatabaseAddresses) => Promise<number>;

/**
 * Runs an operator's command on the server's database, as its owner, with or without a running server, and ends the
 * process with the status that `command` resolves to, or with 1 and the error message when it fails.
 */
export async function runCommand(command: Command): Promise<never> {
  return endWith(async () => {
    const config = configFromEnvironment();
    const database = await connectDatabase(config.database);
    try {
      return await withServices(config, database, (services) => command(services, database.addresses));
    } finally {
      await database.release();
    }
  });
}

/** Ends the process with the status that `work` resolves to, or with 1 and the error message when it fails. */
export async function endWith(work: () => Promise<number>): Promise<never> {
  const status = await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  process.exit(status);
}
