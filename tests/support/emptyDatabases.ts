import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Contents } from '../../db/backup/contents.ts';
import { connectionOptions, type DatabaseAddress } from '../../db/client.ts';
import { runOnTestPostgres, type ServerAddress, testPostgres } from './postgres.ts';

/** Databases without any table, to be filled by what a test tries. */
export interface EmptyDatabases {
  /** One of an owner who is no superuser, as on a PostgreSQL of the operator's own. */
  make(): Promise<ServerAddress>;
  /** Drops all of them, and their owner. */
  close(): Promise<void>;
}

export async function openEmptyDatabases(): Promise<EmptyDatabases> {
  const owner = `keeper_${randomBytes(4).toString('hex')}`;
  const made: string[] = [];
  await runOnTestPostgres(`create role ${owner} login`);
  return {
    async make() {
      const name = `empty_${randomBytes(6).toString('hex')}`;
      await runOnTestPostgres(`create database ${name} owner ${owner} template template0`);
      made.push(name);
      return { ...testPostgres(), database: name, user: owner };
    },
    async close() {
      for (const name of made) await runOnTestPostgres(`drop database ${name} with (force)`);
      await runOnTestPostgres(`drop role ${owner}`);
    },
  };
}

/** The rows of one question on a connection of its own. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  address: DatabaseAddress,
  question: string,
): Promise<Row[]> {
  const client = new pg.Client(connectionOptions(address));
  await client.connect();
  try {
    return (await client.query<Row>(question)).rows;
  } finally {
    await client.end();
  }
}

/** A hash of all rows of each table. */
export async function fingerprints(
  address: DatabaseAddress,
  { tables }: Pick<Contents, 'tables'>,
): Promise<Record<string, string>> {
  const found = await rowsOf<{ name: string; hash: string }>(
    address,
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' order by t::text collate "C")), '') as hash from ${name} t`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(found.map(({ name, hash }) => [name, hash]));
}
