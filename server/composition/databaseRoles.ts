import type pg from 'pg';
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
        'whole database. The README has the statements for a second role.',
    );
    return;
  }
  const excess = await excessiveRights(pool).catch((cause: Error) => {
    throw new AppRoleError(`DATABASE_URL: The database cannot be reached: ${cause.message}.`, { cause });
  });
  if (excess.length === 0) return;
  const sentence =
    `DATABASE_URL: its role ${excess.join(', ')}. The server needs none of that: give it a role of its own, as the ` +
    "README's statements do.";
  if (money.mode === 'real') throw new AppRoleError(sentence);
  onNotice(sentence);
}
