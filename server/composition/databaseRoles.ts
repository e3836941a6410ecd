import type pg from 'pg';
import { type DatabaseAddress, openDatabase } from '../../db/client.ts';
import type { EmbeddedPostgres } from '../../db/embedded.ts';
import { AppRoleError, type DatabaseAddresses, excessiveRights } from '../../db/roles.ts';
import type { Config, DatabaseConfig } from '../config/config.ts';

/** Database addresses of the owner and the server. */
export function addressesOf(
  database: Extract<DatabaseConfig, { url: string }> | Pick<EmbeddedPostgres, 'address' | 'appAddress'>,
): DatabaseAddresses {
  if ('appAddress' in database) return { owner: database.address, app: database.appAddress };
  const { url, ownerUrl = url } = database;
  return { owner: { connectionString: ownerUrl }, app: { connectionString: url } };
}

/**
 * Checks the privileges of the server's role. One with more than it needs causes a warning with play money and
 * AppRoleError with real money.
 */
export async function checkAppRole(
  pool: pg.Pool,
  { database, money }: Pick<Config, 'database' | 'money'>,
  onNotice: (line: string) => void,
): Promise<void> {
  if ('url' in database && database.ownerUrl === undefined) {
    onNotice(
      'DATABASE_OWNER_URL is unset: the server works with the role that owns the tables, so that a hole in it opens the ' +
        'whole database. server/deploy/configure.md#two-database-roles has the statements for a second role.',
    );
    return;
  }
  const excess = await excessiveRights(pool).catch((cause: Error) => {
    throw new AppRoleError(`DATABASE_URL: The database cannot be reached: ${cause.message}.`, { cause });
  });
  if (excess.length === 0) return;
  if (money.mode === 'real') throw new AppRoleError(excessText(excess));
  onNotice(excessText(excess));
}

/**
 * With real money: refuses a role that has more privileges than it needs before anything is migrated. Throws AppRoleError.
 */
export async function refuseStrongRole(
  address: DatabaseAddress,
  { database, money }: Pick<Config, 'database' | 'money'>,
): Promise<void> {
  if (money.mode !== 'real' || ('url' in database && database.ownerUrl === undefined)) return;
  const { pool, close } = openDatabase(address, { max: 1 });
  try {
    const excess = await excessiveRights(pool, { beforeMigrating: true });
    if (excess.length > 0) throw new AppRoleError(excessText(excess));
  } finally {
    await close();
  }
}

function excessText(excess: readonly string[]): string {
  return (
    `DATABASE_URL: its role ${excess.join(', ')}. The server needs none of that: give it a role of its own, as ` +
    'the statements of server/deploy/configure.md#two-database-roles do.'
  );
}
