import { type DatabaseAddress, openConnection } from './client.ts';
import { limitsFor } from './limits.ts';
import { migrate } from './migrate.ts';
import { appRoleOf, type DatabaseAddresses } from './roles.ts';

/**
 * Takes the clock away from the rules that compare instants with db_now(), for databases in which a past is played at
 * made-up times. `owner` is a connection that owns the functions. The next migration gives the clock back.
 */
async function suspendDatabaseClock(owner: DatabaseAddress): Promise<void> {
  const client = await openConnection(owner, limitsFor('command'));
  try {
    await client.query('begin');
    await client.query(`delete from drizzle.__applied_functions where name = 'db_now'`);
    await client.query(
      `create or replace function db_now() returns timestamptz language sql security definer
         set search_path = pg_catalog, public, pg_temp as 'select null::timestamptz'`,
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Runs `work` with the clock suspended, and gives it back whether or not `work` succeeds. */
export async function withoutDatabaseClock<T>(addresses: DatabaseAddresses, work: () => Promise<T>): Promise<T> {
  await suspendDatabaseClock(addresses.owner);
  try {
    return await work();
  } finally {
    await migrate(addresses.owner, { appRole: appRoleOf(addresses) });
  }
}
