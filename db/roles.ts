import pg from 'pg';
import { connectionOptions, type DatabaseAddress } from './client.ts';

/** The role of the embedded database that the server works with; server/deploy/configure.md#two-database-roles uses the same name in its statements. */
export const APP_ROLE = 'rangoli_app';

/** Addresses of a database for its owner and for the server. Equal when an operator has created only one role. */
export interface DatabaseAddresses {
  /** For migrations, audits and other operator commands. */
  readonly owner: DatabaseAddress;
  /** For everything that a request can reach. */
  readonly app: DatabaseAddress;
}

/** The role of DATABASE_URL is missing, can't connect, or could undo what the database enforces. */
export class AppRoleError extends Error {
  override readonly name = 'AppRoleError';
}

/** The role that connections to `app` have, or undefined when it is the owner's. */
export function appRoleOf({ owner, app }: DatabaseAddresses): string | undefined {
  const role = roleOf(app);
  return role === roleOf(owner) ? undefined : role;
}

function roleOf(address: DatabaseAddress): string | undefined {
  return new pg.Client(connectionOptions(address)).user;
}

/**
 * Creates the application's role of an embedded cluster, without any attribute; with `password` where connections need
 * one.
 */
export async function ensureAppRole(client: pg.Client, password: string | undefined): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
  if (rowCount === 0) await client.query(`create role ${APP_ROLE}`);
  const secret = password === undefined ? '' : ` password ${client.escapeLiteral(password)}`;
  await client.query(
    `alter role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls${secret}`,
  );
}

/**
 * Rights that the role of `pool`'s connections has beyond those of the application, as "is a superuser" or "owns the
 * table bets"; empty when there are none. `beforeMigrating` leaves out the one that a migration takes away.
 */
export async function excessiveRights(
  pool: Pick<pg.Pool, 'query'>,
  { beforeMigrating = false }: { beforeMigrating?: boolean } = {},
): Promise<string[]> {
  const { rows } = await pool.query<{ excess: string; ends_by_migrating: boolean }>(`
    with me as (select * from pg_roles where rolname = current_user)
    select excess, ends_by_migrating from (
      select 1 as place, attribute.name as excess, false as ends_by_migrating from me,
             lateral (values (rolsuper, 'is a superuser'), (rolcreatedb, 'may create databases'), (rolcreaterole, 'may create roles'),
                             (rolreplication, 'may replicate'), (rolbypassrls, 'bypasses row security')) attribute(has, name)
       where has
      union all
      select 2, 'is a member of ' || other.rolname, false from me, pg_roles other
       where not me.rolsuper and other.oid <> me.oid and pg_has_role(me.oid, other.oid, 'member')
      union all
      select 3, 'owns the database', false from me, pg_database where datdba = me.oid and datname = current_database()
      union all
      select 4, 'owns the table ' || relname, false from me, pg_class
       where relowner = me.oid and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      union all
      select 5, 'may create in the schema public', true from me
       where not me.rolsuper and has_schema_privilege(me.oid, 'public', 'create')) excesses
     order by place, excess limit 5`);
  return rows.filter((row) => !(beforeMigrating && row.ends_by_migrating)).map(({ excess }) => excess);
}
