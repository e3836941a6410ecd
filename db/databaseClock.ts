import type pg from 'pg';
import { type DatabaseAddress, withConnection } from './client.ts';
import { committedFunctions } from './functions.ts';
import { limitsFor } from './limits.ts';
import { migrate, MIGRATION_LOCK } from './migrate.ts';
import { appRoleOf, type DatabaseAddresses } from './roles.ts';

/** How many milliseconds db_now() is ahead of the machine's wall clock; negative if behind. */
export interface DatabaseLead {
  readonly ms: number;
  /**
   * From the instant `at` of db_now() (milliseconds since the epoch) on, the lead is `toMs`. With a lower lead db_now()
   * stands still at `at` instead of going back.
   */
  readonly change: { readonly at: number; readonly toMs: number } | null;
}

/**
 * Suspends the database's clock: db_now() returns null, so that rules comparing instants with it don't apply. For
 * databases into which past play is written with made-up times. `owner` is a connection that owns the functions. The
 * next migration restores the clock.
 */
async function suspendDatabaseClock(owner: DatabaseAddress): Promise<void> {
  await withConnection(owner, limitsFor('command'), (client) =>
    replacing(client, async () => {
      await client.query(`delete from drizzle.__applied_functions where name = 'db_now'`);
      await client.query(clockFunction('select null::timestamptz'));
    }),
  );
}

/** Runs `work` with the clock suspended, and restores the clock whether or not `work` succeeds. */
export async function withoutDatabaseClock<T>(addresses: DatabaseAddresses, work: () => Promise<T>): Promise<T> {
  await suspendDatabaseClock(addresses.owner);
  try {
    return await work();
  } finally {
    await migrate(addresses.owner, { appRole: appRoleOf(addresses) });
  }
}

/**
 * Sets the lead of db_now() by replacing its body, because a value that is read with every bet must not cost a table
 * look-up. Migrations keep it, so that a command beside the server doesn't remove the lead.
 */
export async function setDatabaseLead(owner: DatabaseAddress, lead: DatabaseLead): Promise<void> {
  await withConnection(owner, limitsFor('clock'), (client) => replacing(client, () => writeLead(client, lead)));
}

/**
 * The current lead, and the latest instant that the database has recorded (milliseconds since the epoch; null in an
 * empty one). Rejects when the clock is suspended.
 */
export async function readDatabaseLead(owner: DatabaseAddress): Promise<{ leadMs: number; latestMs: number | null }> {
  return withConnection(owner, limitsFor('clock'), async (client) => {
    const { rows } = await client.query<{ leadMs: number | null; latestMs: number | null }>(
      `select round(extract(epoch from db_now() - clock_now()) * 1000)::float8 as "leadMs",
              ceil(extract(epoch from (${LATEST})) * 1000)::float8 as "latestMs"`,
    );
    const { leadMs = null, latestMs = null } = rows[0] ?? {};
    if (leadMs === null) throw new Error("the database's clock is suspended: a past is being played in it");
    return { leadMs, latestMs };
  });
}

/**
 * Ends a lead that the wall clock has caught up with while no server was running. For databases whose time isn't kept
 * by a server: a copy of an embedded database contains its lead. `owner` is a connection that owns the functions.
 */
export async function endPassedLead(owner: pg.ClientBase): Promise<void> {
  await replacing(owner, async () => {
    const { rowCount } = await owner.query(
      `select where db_now() >= clock_now() + interval '1 second' and coalesce(clock_now() >= (${LATEST}), true)`,
    );
    if (rowCount === 1) await writeLead(owner, { ms: 0, change: null });
  });
}

/** Rounds and transfers of the last seconds may have been written in a different order than their instants. */
const LATEST = `select greatest(
  (select max(greatest(starts_at, closed_at, decided_at, settled_at))
     from (select * from contests order by id desc limit 100) c),
  (select max(created_at) from (select created_at from transfers order by id desc limit 1000) t),
  (select max(at) from (select at from audit_log order by id desc limit 100) a))`;

async function writeLead(client: pg.ClientBase, lead: DatabaseLead): Promise<void> {
  const plain = committedFunctions().functions.find(({ name }) => name === 'db_now');
  if (!plain) throw new Error('db/functions has no db_now.sql');
  await client.query(lead.ms === 0 && lead.change === null ? plain.text : clockFunction(`select ${leading(lead)}`));
}

function leading({ ms, change }: DatabaseLead): string {
  const ahead = (byMs: number) => `clock_now() + interval '${Math.round(byMs)} milliseconds'`;
  if (change === null) return ahead(ms);
  const at = `timestamptz '${new Date(change.at).toISOString()}'`;
  return `case when ${ahead(ms)} < ${at} then ${ahead(ms)} else greatest(${at}, ${ahead(change.toMs)}) end`;
}

/** db_now() with a body different from its file's. */
function clockFunction(body: string): string {
  return `create or replace function db_now() returns timestamptz language sql security definer
    set search_path = pg_catalog, public, pg_temp as $$ ${body} $$`;
}

/**
 * In a transaction with a lock against other leads and migrations: two concurrent replacements of a function would
 * fail. Where `work` rejects, the transaction ends with the connection.
 */
async function replacing(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await work();
  await client.query('commit');
}
