import type pg from 'pg';
import { type DatabaseAddress, openConnection, openDatabase } from '../../../db/client.ts';
import { refuseClosed } from '../../../db/closedMark.ts';
import { measureClockOffset } from '../../../db/clockOffset.ts';
import { limitsFor } from '../../../db/limits.ts';
import { openListener, TransactionPoolingError } from '../../../db/listener.ts';
import { committedRelease } from '../../../db/migrate.ts';
import { oldHistory } from '../../../db/oldHistory.ts';
import { type DatabaseAddresses, excessiveRights } from '../../../db/roles.ts';
import type { Config } from '../../config/config.ts';
import { postgresVersion } from '../../platform/knownHoles.ts';
import { advice, type Finding, wrong } from './finding.ts';
import { checkHoles } from './machine.ts';

const OLDEST_POSTGRES = 150_000;
/** Of one server (db/limits.ts), and some for commands. */
const CONNECTIONS_PER_SERVER = 25;
const CONNECTIONS_OF_COMMANDS = 5;
const MAX_CLOCK_OFFSET_MS = 1_000;

/** Whether the rest can be examined: it needs the tables of this release. */
export async function checkRelease(
  client: pg.Client,
  givenVersion?: number,
): Promise<{ findings: Finding[]; isCurrent: boolean }> {
  const closed = await refuseClosed(client).then(
    () => null,
    (error: Error) => error.message,
  );
  if (closed !== null) return { findings: [wrong(closed, 'No server starts on it until then.')], isCurrent: false };
  const [server] = await rowsOf<{ version: number; text: string; made: boolean }>(
    client,
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as text,
            to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('drizzle.__functions_version') is not null as made`,
  );
  const version = givenVersion ?? server?.version ?? 0;
  const findings =
    version < OLDEST_POSTGRES
      ? [wrong(`PostgreSQL ${server?.text} is too old.`, 'Upgrade it to 15 or newer.')]
      : checkHoles({ postgres: postgresVersion(version) });
  if (!server?.made) {
    return {
      findings: [...findings, advice('The database has no tables yet.', 'Start the server: it makes them.')],
      isCurrent: false,
    };
  }
  const differences = await compareRelease(client);
  return { findings: [...findings, ...differences], isCurrent: differences.length === 0 };
}

async function compareRelease(client: pg.Client): Promise<Finding[]> {
  const { migrations, functions } = committedRelease();
  const known = new Set(migrations.map(({ when }) => when));
  const applied = (
    await rowsOf<{ when: string }>(client, 'select created_at::text as when from drizzle.__drizzle_migrations')
  ).map(({ when }) => Number(when));
  const old = oldHistory(applied, migrations);
  if (old) return [wrong(old.what, old.remedy)];
  const [version] = await rowsOf<{ version: number }>(client, 'select version from drizzle.__functions_version');
  const unknown = applied.filter((when) => !known.has(when)).length;
  const ahead = (version?.version ?? 0) > functions.version;
  if (unknown > 0 || ahead) {
    return [
      wrong(
        `The database is newer than this release: it has ${unknown} migrations that this one lacks, and version ${version?.version ?? 0} of the functions (here ${functions.version}).`,
        'Start the newer release, and run its npm run doctor.',
      ),
    ];
  }
  const missing = migrations.length - applied.length;
  if (missing === 0 && version?.version === functions.version) return [];
  return [
    advice(
      `The database is older than this release: it lacks ${missing} migrations, and has version ${version?.version ?? 0} of the functions (here ${functions.version}).`,
      'Back it up, then start the server: it brings it up to date. Examine it again afterwards.',
    ),
  ];
}

export async function checkClock(owner: DatabaseAddress, client: pg.Client): Promise<Finding[]> {
  const [lead] = await rowsOf<{ leadMs: number | null }>(
    client,
    'select round(extract(epoch from db_now() - clock_now()) * 1000)::float8 as "leadMs"',
  );
  if (lead?.leadMs === null || lead === undefined) {
    return [
      wrong(
        "The database's clock is suspended.",
        'Let npm run seed:demo end, or start the server: it restores the clock.',
      ),
    ];
  }
  const findings: Finding[] = [];
  if (Math.abs(lead.leadMs) > MAX_CLOCK_OFFSET_MS) {
    findings.push(
      advice(
        `The games are ${Math.round(lead.leadMs / 1000)} s ahead of the machine's time.`,
        "The machine's time was set back. Set it right, or wait: it ends at a start after that time has passed.",
      ),
    );
  }
  const { pool, close } = openDatabase(owner, { max: 1 });
  try {
    const { offsetMs } = await measureClockOffset(pool, Date.now);
    const apartMs = offsetMs - lead.leadMs;
    if (Math.abs(apartMs) > MAX_CLOCK_OFFSET_MS) {
      findings.push(
        advice(
          `The database's clock is ${(apartMs / 1000).toFixed(1)} s ${apartMs > 0 ? 'ahead of' : 'behind'} this machine's.`,
          "Run NTP on both. Rounds follow the database's, logs and certificates this machine's.",
        ),
      );
    }
  } finally {
    await close();
  }
  return findings;
}

export async function checkRoles({ app }: DatabaseAddresses, config: Config): Promise<Finding[]> {
  const { pool, close } = openDatabase(app, { max: 1 });
  try {
    if ('url' in config.database && config.database.ownerUrl === undefined) {
      return [
        advice(
          'The server works with the role that owns the tables.',
          'Make a second role and set DATABASE_OWNER_URL (server/deploy/configure.md#two-database-roles).',
        ),
      ];
    }
    const excess = await excessiveRights(pool);
    if (excess.length > 0) {
      return [
        wrong(
          `The role of DATABASE_URL ${excess.join(', ')}.`,
          'Give the server a role without that (server/deploy/configure.md#two-database-roles).',
        ),
      ];
    }
    return [];
  } catch (error) {
    return [unreachable('DATABASE_URL', error as Error)];
  } finally {
    await close();
  }
}

export function unreachable(variable: string, { message }: Error): Finding {
  return wrong(
    `${variable}: the database can't be reached: ${message}.`,
    'Check that it runs, the address, the password, and that pg_hba.conf lets this machine in.',
  );
}

export async function checkConnections(client: pg.Client): Promise<Finding[]> {
  const [limits] = await rowsOf<{ usable: number; servers: number }>(
    client,
    `select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
                  (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as usable,
            greatest(1, ceil((select count(*) from pg_stat_activity
                               where application_name = 'rangoli' and datname = current_database()) / ${CONNECTIONS_PER_SERVER}.0))::int as servers`,
  );
  const { usable = 0, servers = 1 } = limits ?? {};
  const needed = servers * CONNECTIONS_PER_SERVER + CONNECTIONS_OF_COMMANDS;
  if (usable >= needed) return [];
  return [
    wrong(
      `The database takes ${usable} connections; ${servers === 1 ? 'a server' : `${servers} servers`} and commands need ${needed}.`,
      `Raise max_connections (and the database's connection limit): ${CONNECTIONS_PER_SERVER} for each server, and ${CONNECTIONS_OF_COMMANDS}.`,
    ),
  ];
}

export async function checkPooler(app: DatabaseAddress): Promise<Finding[]> {
  const nothing = () => {};
  try {
    const events = { onMessage: nothing, onLost: nothing, onReconnect: nothing };
    const listener = await openListener(app, 'doctor', events);
    await listener.close();
    return [];
  } catch (error) {
    if (!(error instanceof TransactionPoolingError)) throw error;
    return [wrong(error.message, 'Set pool_mode = session, or let DATABASE_URL name PostgreSQL itself.')];
  }
}

export function connect(address: DatabaseAddress): Promise<pg.Client> {
  return openConnection(address, limitsFor('command'));
}

export async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  question: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(question, values)).rows;
}
